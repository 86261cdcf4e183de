"""Locks in both directions with mcp-warden; see mcp-warden-roundtrip.sh."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from live_servers import ROOT, WARDEN, install, package

THEIRS = os.environ["MCP_WARDEN"]
SCRIPTS = ROOT / "scripts"
ODD = ROOT / "crates" / "lock" / "tests" / "fixtures" / "odd.surface.json"
# Tools that only clients with capabilities see are no part of mcp-warden's lock,
# so that every server counts; those that need credentials are left out.
LIMIT = "120"


def run(command, cwd):
    env = {"HOME": str(cwd), "PATH": os.environ["PATH"]}
    return subprocess.run([str(c) for c in command], cwd=cwd, env=env, capture_output=True,
                          timeout=300, stdin=subprocess.DEVNULL)


def theirs(verb, lock, server, cwd):
    return run([THEIRS, verb, "--timeout", LIMIT, "--lock", lock, "--", *server], cwd)


def ours(verb, lock, server, cwd, *more):
    return run([WARDEN, verb, "--timeout", f"{LIMIT}s", "--lock", lock, *more, "--", *server], cwd)


def digest(lock):
    return json.loads(lock.read_text())["overall_digest"]


def expect(wrong, what, result, code):
    if result.returncode != code:
        tail = (result.stderr or result.stdout).decode(errors="replace").strip()[-300:]
        wrong.append(f"{what}: exit {result.returncode}, expected {code}: {tail}")


def round_trip(command, cwd):
    """What is wrong, if anything."""
    flag = cwd / "altered"
    server = [sys.executable, SCRIPTS / "altering_proxy.py", flag, *command]
    mine, other = cwd / "ours.lock", cwd / "theirs.lock"
    wrong = []
    expect(wrong, "mcp-warden pin", theirs("pin", other, server, cwd), 0)
    # Whether the engine likes the server is not the question here.
    pinned = ours("pin", mine, server, cwd, "--force", "--reason", "round trip")
    expect(wrong, "warden pin", pinned, 0)
    if wrong:
        return wrong
    if digest(mine) != digest(other):
        wrong.append(f"overall_digest differs: {digest(mine)} and {digest(other)}")
    for state, code in (("unchanged", 0), ("changed", 1)):
        if code:
            flag.touch()
        expect(wrong, f"mcp-warden check of ours, {state}", theirs("check", mine, server, cwd), code)
        expect(wrong, f"warden check of theirs, {state}", ours("check", other, server, cwd), code)
        expect(wrong, f"warden check of ours, {state}", ours("check", mine, server, cwd), code)
    return wrong


def surfaces(few, wanted):
    """Names and commands: the odd surface, then real servers."""
    odd = [sys.executable, str(SCRIPTS / "surface_server.py"), str(ODD)]
    servers = json.loads((SCRIPTS / "live-servers.json").read_text())
    servers = [s for s in servers if "env" not in s]
    if few:
        servers = [s for s in servers if s.get("few")][:3]
    if wanted:
        servers = [s for s in servers if any(w in package(s) for w in wanted)]
    yield "the odd surface", lambda: odd
    for server in servers:
        yield package(server), lambda s=server: install(s) + s.get("args", [])


def main():
    wanted = [a for a in sys.argv[1:] if not a.startswith("-")]
    passed = failed = 0
    for name, command in surfaces("--few" in sys.argv, wanted):
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as cwd:
            try:
                wrong = round_trip(command(), pathlib.Path(cwd))
            except (subprocess.SubprocessError, OSError, ValueError, KeyError) as error:
                wrong = [str(error)[:300]]
        took = time.monotonic() - began
        print(f"{'FAILED' if wrong else 'ok    '}  {name} ({took:.0f} s) {'; '.join(wrong)}", flush=True)
        passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
