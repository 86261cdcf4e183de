#!/usr/bin/env bash
# Vets real servers from npm and PyPI and checks that each is read completely,
# that none hangs, and that none leaves a process behind.
#
#   scripts/live-servers.sh           all servers of scripts/live-servers.json
#   scripts/live-servers.sh --few     those marked "few", as CI does
#   scripts/live-servers.sh NAME…     those whose package name contains NAME
#
# Servers are installed below target/live-servers, with install scripts off, and
# run without credentials.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for tool in node npm python3; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is missing, so no real server was tried"
    exit 0
  fi
done
cargo build --quiet
exec python3 scripts/live_servers.py "$@"
