# Checks: each has a name, a function that fails, and a line of output.

PASSED=0 FAILED=0 SKIPPED=0
LAST_CHECK=none REPORTED=false
FAILURES=() # each failed check as an element of the report
step() { printf '\n=== %s (%d s)\n' "$*" "$SECONDS" >&2; }
die() { echo "acceptance: $*" >&2; exit 1; }

# Runs a command as a check of this name. What it printed is shown if it fails, and what it measured in any case.
check() { # NAME COMMAND...
  local name=$1 start=$SECONDS output=$WORK/check.log status; shift
  LAST_CHECK=$name
  # In a condition, bash would go on after a command that fails.
  set +e; (set -e; "$@") >"$output" 2>&1; status=$?; set -e
  if ((status == 0)); then
    PASSED=$((PASSED + 1)); printf 'ok    %s (%d s)\n' "$name" $((SECONDS - start))
    sed -n 's/^measured: /        /p' "$output"
  else
    printf 'FAIL  %s (%d s)\n' "$name" $((SECONDS - start)); sed 's/^/        /' "$output" | tail -n 30
    note_failure "$name" "$(tail -n 1 "$output")"
  fi
}

# Counts a failure, and keeps it for the report.
note_failure() { # NAME MESSAGE
  FAILED=$((FAILED + 1))
  FAILURES+=("<testcase classname=\"deployed\" name=\"$(escaped "$1")\"><failure message=\"$(escaped "$2")\"/></testcase>")
}
escaped() { sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g' <<<"$1"; }

skip() { SKIPPED=$((SKIPPED + 1)); printf 'skip  %s: %s\n' "$1" "$2"; }

# Repeats a command until it succeeds; fails with its last output after four times this number of seconds, which are those of a machine with time
# for it: success returns at once, and other machines are much slower. It is no bar for a measured time: that is most_seconds.
eventually() { # SECONDS COMMAND...
  local deadline=$((SECONDS + 4 * $1)) output status; shift
  while true; do
    set +e; output=$(set -e; "$@" 2>&1); status=$?; set -e
    ((status != 0)) || return 0
    if ((SECONDS >= deadline)); then printf '%s\nnot in time: %s\n' "$output" "$*"; return 1; fi
    sleep 0.5
  done
}

# The bar for a measured time: four times that of a machine with time for it where more than two threads wait for each processor, as beside other
# tests, since a start or a restart is work for processors.
most_seconds() { # SECONDS
  awk -v most="$1" -v processors="$(nproc)" '{ print ($1 > 2 * processors ? 4 * most : most) }' /proc/loadavg
}

# Removes what checks have left. A failure is reported; it fails no check and does not end the run.
tidy() { "$@" >/dev/null || echo "left behind: $*" >&2; } # COMMAND...

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
  REPORTED=true
  mkdir -p "$HERE/target/acceptance-reports"
  printf '<testsuite name="deployed" tests="%d" errors="0" failures="%d" skipped="%d">%s</testsuite>\n' \
    $((PASSED + FAILED + SKIPPED)) "$FAILED" "$SKIPPED" "${FAILURES[*]}" >"$HERE/target/acceptance-reports/TEST-deployed.xml"
  printf '\n%d passed, %d failed, %d skipped (%d s)\n' "$PASSED" "$FAILED" "$SKIPPED" "$SECONDS"
  ((FAILED == 0))
}

# A command that is no check failed: the run ends there, which is a failure to report.
report_early_end() { # STATUS
  if [[ $REPORTED == false ]] && (($1 != 0 && $1 != 130)); then
    printf 'FAIL  The run ended early with status %d, after the check: %s\n' "$1" "$LAST_CHECK"
    note_failure 'The run ends after its last check' "status $1 after the check: $LAST_CHECK"
    report || true
  fi
}
