#!/usr/bin/env bash
# Runs `warden check` or `warden scan` as the inputs say, and writes the exit
# code and the place of the report to $GITHUB_OUTPUT. Inputs become arguments
# as they are: nothing is evaluated, and no glob is expanded.
set -euo pipefail
set -f

fail() {
    echo "::error::$1"
    echo "exit-code=2" >>"$GITHUB_OUTPUT"
    exit 0
}

# The non-empty lines of $1, one word each, in WORDS.
lines() {
    WORDS=()
    local line
    while IFS= read -r line || [ -n "$line" ]; do
        line=${line%$'\r'}
        if [ -n "$line" ]; then WORDS+=("$line"); fi
    done <<<"$1"
}

# The server's command in WORDS: several lines are a word each, one line is
# split at blanks. A quote in one line would ask for a shell; there is none.
server_words() {
    lines "$1"
    if [ "${#WORDS[@]}" -eq 1 ]; then
        case ${WORDS[0]} in
            *[\'\"\`\\\$\;\|\&\<\>]*)
                fail "server: no shell reads this line; write one argument a line instead of quotes" ;;
        esac
        read -r -a WORDS <<<"${WORDS[0]}"
    fi
}

flag() { # name value: `true` or `false`, nothing else
    case $2 in
        true) return 0 ;;
        false | "") return 1 ;;
        *) fail "$1 must be true or false" ;;
    esac
}

# Checked before anything runs: a typo must not be found on the day it matters.
starts=no
if flag launch "${INPUT_LAUNCH:-false}"; then starts=yes; fi
strict=no
if flag fail-on-error "${INPUT_FAIL_ON_ERROR:-true}"; then strict=yes; fi

# A report that the checkout brought along is not this run's.
rm -f -- "${INPUT_SARIF:?}"

summary=${GITHUB_STEP_SUMMARY:-/dev/null}
lines "${INPUT_ARGS:-}"
extra=("${WORDS[@]}")

case ${INPUT_COMMAND:-check} in
    check)
        args=(check --github --lock "${INPUT_LOCK:-warden.lock}" --sarif "${INPUT_SARIF:?}" --markdown "$summary")
        [ -z "${INPUT_ID:-}" ] || args+=(--id "$INPUT_ID")
        args+=("${extra[@]}")
        server_words "${INPUT_SERVER:-}"
        if [ -n "${INPUT_URL:-}" ]; then
            [ "${#WORDS[@]}" -eq 0 ] || fail "give server or url, not both"
            args+=(--url "$INPUT_URL")
        else
            [ "${#WORDS[@]}" -gt 0 ] || fail "check needs the server's command (server) or its address (url)"
            args+=(-- "${WORDS[@]}")
        fi
        ;;
    scan)
        args=(scan --github --project --sarif "${INPUT_SARIF:?}" --markdown "$summary")
        if [ "$starts" = yes ]; then
            args+=(--launch-project)
            if [ "$strict" = yes ]; then args+=(--fail-on-error); fi
        else
            args+=(--offline)
        fi
        args+=("${extra[@]}")
        ;;
    *) fail "command must be check or scan" ;;
esac

code=0
"${WARDEN:?}" "${args[@]}" || code=$?
if [ "$code" -eq 3 ] && [ "$strict" = no ]; then
    echo "::warning::the server could not be read"
    code=0
fi
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
if [ -s "$INPUT_SARIF" ]; then
    echo "sarif=$(realpath "$INPUT_SARIF")" >>"$GITHUB_OUTPUT"
fi
