# The delays between the nodes: where they come from, and what they are.

# Has the checks that follow work with delays from files, which network-probe and the scheduler both know by then.
use_static_delays() {
  [[ $OVERLAY != acceptance-static ]] || return 0
  OVERLAY=acceptance-static
  check 'Delays come from files as soon as the ConfigMap says so' from_files
}
from_files() {
  apply
  k delete daemonset network-probe-agent
  rolled_out network-probe
  eventually 60 schedules_by_matrix
}
schedules_by_matrix() {
  local from to
  for from in "${NODES[@]}"; do
    for to in "${NODES[@]}"; do
      [[ $from == "$to" ]] || schedules_by "$from" "$to" "$(delay "$from" "$to")"
    done
  done
}

# Each scheduler goes by a median that begins with these digits: what it says of a pod that there is not.
schedules_by() { # FROM TO DIGITS
  local pod
  for pod in $(pods_of scheduler-service); do shows "$(judged_by "$pod" "delay_$1" 1000)" "$@"; done
}
judged_by() { # SCHEDULER LABEL VALUE
  forwarded "$1" 8080 '/api/v1/explain?profile=edgewise' -H "Authorization: Bearer $(token scheduler-service)" --data @- <<JSON
{"metadata": {"name": "judged", "namespace": "examples", "labels": {"$2": "$3"}},
 "spec": {"containers": [{"name": "idle", "image": "idle", "resources": {"requests": {"cpu": "5m"}}}]}}
JSON
}
shows() { # EXPLANATION FROM TO DIGITS
  grep -q -e "\"$2 -> $3\"[^}]*\"measured $4[. ]" <<<"$1" || { echo "expected $4 ms from $2 to $3 in $1"; return 1; }
}

# All pairs of the three nodes were measured, and lately.
all_measured() {
  local text
  text=$(api network-probe '/api/v1/rtt?fresh=true')
  equal "measured pairs in $text" 6 "$(grep -o '"source":"agents"' <<<"$text" | wc -l)"
}
is_stale() { # FROM TO
  contains "$(api network-probe "/api/v1/rtt/$1/$2")" '"stale":true'
}

# The median from one node to another, in ms.
rtt() { api network-probe "/api/v1/rtt/$1/$2" | sed -n 's/.*"p50Ms":\([0-9.]*\).*/\1/p'; }
within_ms() { # FROM TO LEAST MOST
  local is
  is=$(rtt "$1" "$2")
  awk -v is="$is" -v least="$3" -v most="$4" 'BEGIN { exit !(is >= least && is <= most) }' ||
    { echo "from $1 to $2: $is ms, which is not within $3 and $4"; return 1; }
}
