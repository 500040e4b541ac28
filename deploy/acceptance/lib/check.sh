# Checks: each has a name, a function that fails, and a line of output.

PASSED=0 FAILED=0 SKIPPED=0
step() { printf '\n=== %s (%d s)\n' "$*" "$SECONDS" >&2; }
die() { echo "acceptance: $*" >&2; exit 1; }

# Runs a command as a check of this name. What it printed is shown if it fails, and what it measured in any case.
check() { # NAME COMMAND...
  local name=$1 start=$SECONDS output=$WORK/check.log status; shift
  # In a condition, bash would go on after a command that fails.
  set +e; (set -e; "$@") >"$output" 2>&1; status=$?; set -e
  if ((status == 0)); then
    PASSED=$((PASSED + 1)); printf 'ok    %s (%d s)\n' "$name" $((SECONDS - start))
    sed -n 's/^measured: /        /p' "$output"
  else
    FAILED=$((FAILED + 1)); printf 'FAIL  %s (%d s)\n' "$name" $((SECONDS - start)); sed 's/^/        /' "$output" | tail -n 30
  fi
}

skip() { SKIPPED=$((SKIPPED + 1)); printf 'skip  %s: %s\n' "$1" "$2"; }

# Repeats a command until it succeeds; fails with its last output after this number of seconds.
eventually() { # SECONDS COMMAND...
  local deadline=$((SECONDS + $1)) output status; shift
  while true; do
    set +e; output=$(set -e; "$@" 2>&1); status=$?; set -e
    ((status != 0)) || return 0
    if ((SECONDS >= deadline)); then printf '%s\nnot in time: %s\n' "$output" "$*"; return 1; fi
    sleep 0.5
  done
}

equal() { # WHAT EXPECTED ACTUAL
  [[ $2 == "$3" ]] || { printf '%s: expected\n%s\nbut it is\n%s\n' "$@"; return 1; }
}

contains() { # TEXT PART
  grep -qF -- "$2" <<<"$1" || { printf 'expected to find\n%s\nin\n%s\n' "$2" "$1"; return 1; }
}

# Whether a file of checks is run: all of them, unless CHOSEN has beginnings of names.
is_chosen() { # FILE
  local prefix
  for prefix in "${CHOSEN[@]}"; do [[ $1 != "$prefix"* ]] || return 0; done
  ((${#CHOSEN[@]} == 0))
}

# The last line, the report that .ci/count adds up, and the exit status.
report() {
  mkdir -p "$HERE/target/acceptance-reports"
  printf '<testsuite name="deployed" tests="%d" errors="0" failures="%d" skipped="%d"/>\n' \
    $((PASSED + FAILED + SKIPPED)) "$FAILED" "$SKIPPED" >"$HERE/target/acceptance-reports/TEST-deployed.xml"
  printf '\n%d passed, %d failed, %d skipped (%d s)\n' "$PASSED" "$FAILED" "$SKIPPED" "$SECONDS"
  ((FAILED == 0))
}
