#!/bin/sh
# Runs fuzz targets: fuzz/run.sh [SECONDS] [TARGET…], 60 seconds and every
# target by default. Needs cargo-fuzz (cargo install cargo-fuzz); the stable
# toolchain is enough, since RUSTC_BOOTSTRAP lets it take sanitizer flags.
# What a run finds worth keeping stays in fuzz/corpus, which is not committed.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- $(cd fuzz/checks && ls -- *.rs | sed 's/\.rs$//')
export RUSTC_BOOTSTRAP=1
for target; do
    mkdir -p "fuzz/corpus/$target"
    cargo fuzz run "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- \
        -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -max_len=8192
done
