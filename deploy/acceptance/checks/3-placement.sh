step 'Pods land by delay'
use_static_delays

apply_examples() {
  local number
  for number in 1 2 3 4 5 6; do example "$number"; echo ---; done | kubectl -n examples apply -f -
}
check 'The examples of delay needs are applied' apply_examples

available() { kubectl -n examples wait --for=condition=Available "deployment/$1" --timeout=300s; }
nodes_of() { kubectl -n examples get pods -l "app=$1" -o jsonpath='{range .items[*]}{.spec.nodeName}{"\n"}{end}' | sort -u; }

within() { # APP REFERENCE MS: each pod of the app runs, and not farther than so from the reference
  local node
  available "$1"
  for node in $(nodes_of "$1"); do
    echo "$1 on $node, $(delay "$2" "$node") ms from $2"
    awk -v is="$(delay "$2" "$node")" -v most="$3" 'BEGIN { exit !(is <= most) }'
  done
}
check 'video-analytics runs within 2.5 ms of the camera' within video-analytics "${NODES[0]}" 2.5
check 'message-broker runs within 15 ms of its site' within message-broker "${NODES[1]}" 15
both() { within robot-control "${NODES[0]}" 10; within robot-control "${NODES[1]}" 16; }
check 'robot-control runs within both of its needs' both

near_the_broker() {
  local node broker
  available dashboard
  for node in $(nodes_of dashboard); do
    for broker in $(nodes_of message-broker); do
      if awk -v is="$(delay "$broker" "$node")" 'BEGIN { exit !(is <= 5) }'; then continue 2; fi
    done
    echo "dashboard on $node is farther than 5 ms from each message-broker"; return 1
  done
}
check 'dashboard runs within 5 ms of a message-broker' near_the_broker

in_the_cloud() { available archive; equal 'nodes of archive' "${NODES[2]}" "$(nodes_of archive)"; }
check 'archive, which needs no delay, runs in the cloud' in_the_cloud

waits_and_says_why() {
  local text
  text=$(kubectl -n examples describe pod -l app=everywhere-at-once)
  contains "$text" 'FailedScheduling'
  contains "$text" '0/3 nodes are available:'
  contains "$text" "farther than 5 ms from ${NODES[0]}"
  contains "$text" 'Status:           Pending'
}
check 'everywhere-at-once waits, and kubectl describe shows why, by nodes' eventually 20 waits_and_says_why

events_say_who() {
  kubectl -n examples get events -o jsonpath='{range .items[*]}{.reason} {.source.component}{.reportingComponent}{"\n"}{end}' >"$WORK/events"
  cat "$WORK/events"
  grep -q '^Scheduled .*\(custom-scheduler\|edgewise\)' "$WORK/events"
  grep -q '^FailedScheduling .*\(custom-scheduler\|edgewise\)' "$WORK/events"
}
check 'Events show what was scheduled and what was not' eventually 15 events_say_who

explains() {
  local text
  text=$(api scheduler-service "/api/v1/explain/examples/$(kubectl -n examples get pods -l app=everywhere-at-once -o jsonpath='{.items[0].metadata.name}')")
  contains "$text" '"outcome":"unschedulable"'
  contains "$text" "${NODES[1]}"
}
check 'explain shows it node by node' eventually 20 explains

# Another replica may lead by now.
counted() {
  local text pod
  text=$(for pod in $(pods_of scheduler-service); do actuator "$pod" prometheus; done)
  grep -E '^scheduler_schedule_attempts_total\{.*result="scheduled".*\} [1-9]' <<<"$text"
  grep -E '^scheduler_schedule_attempts_total\{.*result="unschedulable".*\} [1-9]' <<<"$text"
}
check 'Metrics count what was scheduled and what was not' eventually 20 counted
