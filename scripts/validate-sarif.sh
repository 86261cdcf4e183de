#!/usr/bin/env bash
# Runs the SARIF validator of the format's authors over a report of the demo scan
# and over one of a project config. Needs Node and npm.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "SKIPPED: node or npm is missing, so SARIF is not validated by sarif-multitool"
  exit 0
fi
tools=${WARDEN_TOOLS_DIR:-target/ci-tools}/sarif
mkdir -p "$tools"
if [ ! -d "$tools/node_modules/@microsoft/sarif-multitool" ]; then
  npm install --silent --no-audit --no-fund --prefix "$tools" @microsoft/sarif-multitool@5.7.0 >/dev/null
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build --quiet
bin=$(pwd)/target/debug/warden

code=0
"$bin" scan --demo --quiet --sarif "$work/demo.sarif" >/dev/null || code=$?
[ "$code" = 1 ] || { echo "scan --demo ended with $code, expected 1"; exit 1; }

mkdir "$work/project"
cat > "$work/project/.mcp.json" <<JSON
{
  "mcpServers": {
    "calculator": {"command": "$bin", "args": ["demo-server", "poisoned"]},
    "notes": {"command": "$bin", "args": ["demo-server", "honest"]}
  }
}
JSON
code=0
(cd "$work/project" && "$bin" scan --project --launch-project --quiet --sarif "$work/project.sarif" >/dev/null) || code=$?
[ "$code" = 1 ] || { echo "scan --project ended with $code, expected 1"; exit 1; }

for file in demo project; do
  "$tools/node_modules/.bin/sarif-multitool" validate "$work/$file.sarif" | tee "$work/$file.log"
  # SARIF2005 asks for an address of the product, which it does not have yet.
  if grep -E 'error|warning' "$work/$file.log" | grep -v 'SARIF2005' | grep -q .; then
    echo "sarif-multitool objects to $file.sarif"
    exit 1
  fi
done
grep -q '"startLine"' "$work/project.sarif"
