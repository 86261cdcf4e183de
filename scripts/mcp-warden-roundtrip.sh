#!/usr/bin/env bash
# Locks of mcp-warden 2.2 and of Warden, each made from the same server, have the
# same digest; each program finds the other's lock unchanged, and changed once the
# server says something else. Over an odd surface and real servers.
#
#   scripts/mcp-warden-roundtrip.sh           all servers that need no credentials
#   scripts/mcp-warden-roundtrip.sh --few     the odd surface and three of them, as CI does
#   scripts/mcp-warden-roundtrip.sh NAME…     those whose package name contains NAME
#
# mcp-warden is installed from PyPI into a virtual environment below target/;
# MCP_WARDEN names one that is there already.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for tool in node npm python3; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is missing, so no lock was compared with mcp-warden's"
    exit 0
  fi
done
if [ -z "${MCP_WARDEN:-}" ]; then
  venv="$PWD/target/mcp-warden"
  export MCP_WARDEN="$venv/bin/mcp-warden"
  if [ ! -x "$MCP_WARDEN" ]; then
    if ! { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check mcp-warden-cli==2.2.0; }; then
      rm -rf "$venv"
      echo "SKIPPED: mcp-warden cannot be installed, so no lock was compared with its"
      exit 0
    fi
  fi
fi
[ -n "${WARDEN_TEST_BIN:-}" ] || cargo build --quiet
exec python3 scripts/mcp_warden_roundtrip.py "$@"
