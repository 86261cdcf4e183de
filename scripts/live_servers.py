"""Vets real servers; see live-servers.sh."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = pathlib.Path(os.environ.get("WARDEN_LIVE_CACHE", ROOT / "target" / "live-servers"))
WARDEN = os.environ.get("WARDEN_TEST_BIN", str(ROOT / "target" / "debug" / "warden"))


def package(server):
    return server.get("npm") or server["pypi"]


def install_npm(spec, home):
    if not (home / "node_modules").is_dir():
        home.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent",
             "--prefix", str(home), spec],
            check=True, stdout=subprocess.DEVNULL)
    name = spec[: spec.rindex("@")]
    manifest = json.loads((home / "node_modules" / name / "package.json").read_text())
    bins = manifest["bin"]
    if isinstance(bins, dict):
        short = name.split("/")[-1]
        bins = bins.get(short) or next(iter(bins.values()))
    return ["node", str(home / "node_modules" / name / bins)]


def install_pypi(spec, home, script):
    python = home / "bin" / "python"
    if not (home / "installed").exists():
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet",
                        "--disable-pip-version-check", spec], check=True)
        (home / "installed").touch()
    script = script or spec.split("==")[0]
    if not (home / "bin" / script).exists():
        script = script.replace("awslabs-", "awslabs.")
    return [str(home / "bin" / script)]


def install(server):
    home = CACHE / re.sub(r"[^A-Za-z0-9.=-]+", "_", package(server))
    if "npm" in server:
        return install_npm(server["npm"], home)
    return install_pypi(server["pypi"], home, server.get("script"))


def left_behind(mark):
    """Processes that still carry the mark in their environment."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (entry / "environ").read_bytes():
                found.append(f"{entry.name} {(entry / 'comm').read_text().strip()}")
        except OSError:
            continue
    return found


def vet(server, command):
    mark = f"WARDEN_LIVE_{uuid.uuid4().hex}"
    with tempfile.TemporaryDirectory() as home:
        args = [WARDEN, "vet", "--json", "--timeout", "150s", "--env", f"{mark}=1", "--cwd", home]
        for name, value in server.get("env", {}).items():
            args += ["--env", f"{name}={value}"]
        args += ["--"] + command + server.get("args", [])
        env = {"HOME": home, "PATH": os.environ["PATH"]}
        began = time.monotonic()
        run = subprocess.run(args, env=env, capture_output=True, timeout=200, stdin=subprocess.DEVNULL)
        took = time.monotonic() - began
        # A killed orphan is a zombie until its new parent has seen it.
        for _ in range(20):
            left = left_behind(mark)
            if not left:
                break
            time.sleep(0.1)
    return json.loads(run.stdout), took, left


def judge(server, report, left):
    """What is wrong, if anything."""
    entry = report["servers"][0]
    wrong = []
    if entry["status"] != "scanned":
        return [f"{entry['status']}: {json.dumps(entry.get('error'))[:300]}"]
    if entry["toolCount"] < server["tools"]:
        wrong.append(f"{entry['toolCount']} tools, expected {server['tools']}")
    if entry["completeness"]["inspected"] != entry["completeness"]["texts"]:
        wrong.append(f"not everything was inspected: {entry['completeness']}")
    if not entry["allow"]:
        first = next(f for f in entry["findings"] if not f["advisory"])
        wrong.append(f"blocked: {first['rule']} {first.get('tool')}: {first['message']}")
    sessions = entry.get("sessions", [])
    if server.get("modern") and not any(s["modern"] for s in sessions):
        wrong.append("the modern era was not spoken")
    if server.get("noise") and not any(f["rule"] == "WRD-WIRE-STDOUT-NOISE" for f in entry["findings"]):
        wrong.append("noise on stdout was not reported")
    if left:
        wrong.append(f"left behind: {left}")
    return wrong


def main():
    servers = json.loads((ROOT / "scripts" / "live-servers.json").read_text())
    wanted = [a for a in sys.argv[1:] if not a.startswith("-")]
    if "--few" in sys.argv:
        servers = [s for s in servers if s.get("few")]
    if wanted:
        servers = [s for s in servers if any(w in package(s) for w in wanted)]
    failed = 0
    for server in servers:
        name = package(server)
        try:
            report, took, left = vet(server, install(server))
        except (subprocess.SubprocessError, OSError, ValueError) as error:
            print(f"FAILED  {name}: {error}")
            failed += 1
            continue
        wrong = judge(server, report, left)
        entry = report["servers"][0]
        sessions = "".join(s["id"] + ("*" if s["modern"] else "") for s in entry.get("sessions", []))
        unread = len((entry.get("completeness") or {}).get("unreachable", []))
        print(f"{'FAILED' if wrong else 'ok    '}  {name}: {entry.get('toolCount')} tools, "
              f"sessions {sessions}, {unread} unreachable, {took:.1f} s {'; '.join(wrong)}", flush=True)
        failed += bool(wrong)
    print(f"{len(servers) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
