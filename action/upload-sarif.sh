#!/usr/bin/env bash
# Uploads a SARIF report to code scanning through the REST API.
set -euo pipefail

body=$(mktemp)
trap 'rm -f "$body"' EXIT
# The category is told by the run's automation id (SARIF 2.1.0, section 3.17).
jq --arg id "${INPUT_CATEGORY:-warden}/" '.runs[].automationDetails.id = $id' "${SARIF:?}" |
    gzip -c | base64 -w0 |
    jq -R --arg sha "${GITHUB_SHA:?}" --arg ref "${GITHUB_REF:?}" \
        '{commit_sha: $sha, ref: $ref, sarif: .}' >"$body"
gh api --method POST "repos/${GITHUB_REPOSITORY:?}/code-scanning/sarifs" --input "$body" --silent
