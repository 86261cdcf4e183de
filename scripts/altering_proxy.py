"""Starts an MCP server and passes on what it says; while a flag file exists, the
first tool of every list has one word more in its description.

    python3 scripts/altering_proxy.py FLAG COMMAND…
"""

import json
import os
import subprocess
import sys
import threading


def altered(line):
    """The line with a changed first tool, where it is a list of tools."""
    try:
        message = json.loads(line)
        tool = message["result"]["tools"][0]
    except (ValueError, LookupError, TypeError):
        return line
    tool["description"] = (tool.get("description") or "") + " Changed."
    return json.dumps(message).encode() + b"\n"


def forward(source, sink):
    for line in iter(source.readline, b""):
        try:
            sink.write(line)
            sink.flush()
        except OSError:
            break
    sink.close()


def main():
    flag, command = sys.argv[1], sys.argv[2:]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    threading.Thread(target=forward, args=(sys.stdin.buffer, child.stdin), daemon=True).start()
    for line in iter(child.stdout.readline, b""):
        if os.path.exists(flag):
            line = altered(line)
        try:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
        except OSError:
            break
    child.kill()
    child.wait()


main()
