"""A small MCP server that serves the surface in a JSON file, for scripts.

    python3 scripts/surface_server.py SURFACE.json

The file has `tools`, `resources`, `prompts` (and, where a server declares
capabilities, `capabilities`). It is sent as it is written: numbers and order of
members are not touched. A list of lists is a list in pages.
"""

import json
import re
import sys


class Raw(str):
    """A number as it is written."""


def load(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f, parse_float=Raw, parse_int=Raw, parse_constant=Raw)


def dump(value):
    """JSON with every number as it was written."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return "{%s}" % ", ".join(f"{dump(str(k))}: {dump(v)}" for k, v in value.items())
    if isinstance(value, list):
        return "[%s]" % ", ".join(map(dump, value))
    return json.dumps(value)


def page(surface, member, params):
    whole = surface.get(member, [])
    if not whole or not isinstance(whole[0], list):
        return {member: whole}
    n = int((params or {}).get("cursor") or 0)
    more = {"nextCursor": str(n + 1)} if n + 1 < len(whole) else {}
    return {member: whole[n], **more}


def answer(surface, method, params):
    """The result, or nothing for a method that there is not."""
    if method == "initialize":
        capabilities = surface.get("capabilities", {"tools": {}, "resources": {}, "prompts": {}})
        return {"protocolVersion": params["protocolVersion"], "capabilities": capabilities,
                "serverInfo": {"name": "surface", "version": "1"}}
    found = re.fullmatch(r"(tools|resources|prompts)/list", method)
    return page(surface, found[1], params) if found else None


def main():
    surface = load(sys.argv[1])
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message or "method" not in message:
            continue
        result = answer(surface, message["method"], message.get("params"))
        body = {"result": result} if result is not None else {
            "error": {"code": Raw("-32601"), "message": "there is no such method"}}
        print(dump({"jsonrpc": "2.0", "id": message["id"], **body}), flush=True)


main()
