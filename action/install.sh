#!/usr/bin/env bash
# Names the warden to run: the one given, or one built from these sources.
set -euo pipefail

if [ -n "${INPUT_WARDEN:-}" ]; then
    warden=$INPUT_WARDEN
else
    root=${RUNNER_TEMP:?}/warden
    cargo install --quiet --locked --path "$GITHUB_ACTION_PATH/crates/cli" --root "$root"
    warden=$root/bin/warden
fi
"$warden" --version >&2
echo "warden=$(realpath "$(command -v "$warden")")" >>"$GITHUB_OUTPUT"
