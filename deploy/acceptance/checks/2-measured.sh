step 'Agents measure the network'

check 'An agent runs on each node' k rollout status daemonset/network-probe-agent --timeout=300s
check 'All pairs are measured, in both directions' eventually 40 all_measured

agents() { k get pods -l app.kubernetes.io/name=network-probe-agent -o name; }
agent_of() { k get pods -l app.kubernetes.io/name=network-probe-agent --field-selector="spec.nodeName=$1,status.phase=Running" -o name; }
light() {
  local pod kib
  for pod in $(agents); do
    kib=$(k exec "$pod" -- cat /proc/1/status | awk '/^VmRSS/ { print $2 }')
    echo "$pod: $((kib >> 10)) MiB"
    ((kib <= 64 * 1024))
  done
}
check 'Agents take at most 64 MiB' light

# How network-probe answers a POST by the owner of a token.
post() { # TOKEN PATH BODY
  curl -s -o "$WORK/answer" -w '%{http_code}' -H "Authorization: Bearer $1" -H 'Content-Type: application/json' -d "$3" \
    "http://localhost:$PORT$2"
}
# A token for network-probe, as the pod has it.
token_of() { # POD SERVICE-ACCOUNT
  k create token "$2" --audience=edgewise-network-probe --bound-object-kind=Pod --bound-object-name="${1#pod/}"
}
asks_for_authority() {
  local forward agent scheduler report
  k port-forward service/network-probe :8080 >"$WORK/forward" &
  forward=$!
  trap "kill $forward" EXIT
  eventually 10 grep -q Forwarding "$WORK/forward"
  PORT=$(sed -n 's/.*127.0.0.1:\([0-9]*\).*/\1/p' "$WORK/forward" | head -n 1)
  agent=$(token_of "$(agent_of "${NODES[0]}")" network-probe-agent)
  scheduler=$(token_of "$(pods_of scheduler-service | head -n 1)" scheduler-service)
  report='{"session":"00000000000000ff","round":1,"sentAtMillis":1,"stalls":0,"results":[]}'
  equal 'a report without a token' 401 "$(post '' "/api/v1/reports/${NODES[0]}" "$report")"
  equal 'a report for another node' 403 "$(post "$agent" "/api/v1/reports/${NODES[1]}" "$report")"
  equal 'a report by another service' 401 "$(post "$scheduler" "/api/v1/reports/${NODES[0]}" "$report")"
  local request='{"from":"'"${NODES[0]}"'","to":["'"${NODES[1]}"'"]}'
  equal 'a request without a token' 401 "$(post '' /api/v1/rtt:reprobe "$request")"
  equal 'a request of an agent' 403 "$(post "$agent" /api/v1/rtt:reprobe "$request")"
  equal 'a request of the scheduler' 202 "$(post "$scheduler" /api/v1/rtt:reprobe "$request")"
}
check 'network-probe believes an agent for its own node only, and measures at once for those who may ask' asks_for_authority

# 24 ms and the work of a relay, on a machine that may be slow; and the digits with which such a delay begins.
FAR=(24 90)
FAR_DIGITS='\(2[4-9]\|[3-8][0-9]\)'
# A relay in user space, through which the others reach the agent of a node, later by so much each way.
relay() { # NODE ONE-WAY-MS
  local agent
  agent=$(k get "$(agent_of "$1")" -o jsonpath='{.status.podIP}')
  k apply -f - <<YAML
apiVersion: v1
kind: Pod
metadata: {name: relay}
spec:
  nodeName: $1
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: 0
  securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}
  containers:
    - name: relay
      image: $RELAY
      args: ["6970", "$agent:6970", "$2"]
      securityContext: {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
YAML
  k wait --for=condition=Ready pod/relay --timeout=300s
  kubectl annotate node "$1" edgewise.dev/probe-address="$(k get pod relay -o jsonpath='{.status.podIP}'):6970"
}
far_away() {
  relay "${NODES[1]}" 12
  eventually 60 within_ms "${NODES[0]}" "${NODES[1]}" "${FAR[@]}"
  eventually 20 within_ms "${NODES[2]}" "${NODES[1]}" "${FAR[@]}"
  eventually 20 within_ms "${NODES[1]}" "${NODES[0]}" 0 20
  eventually 20 schedules_by "${NODES[0]}" "${NODES[1]}" "$FAR_DIGITS"
}
check 'A relay delays one node, 24 ms to it and back: the others measure that, and it itself does not' far_away

# Three pods within 20 ms of the first node, no two on one node: before the relay there would have been a place for each.
near() {
  kubectl -n examples apply -f - <<YAML
apiVersion: apps/v1
kind: Deployment
metadata: {name: near}
spec:
  replicas: 3
  selector: {matchLabels: {app: near}}
  template:
    metadata: {labels: {app: near, "delay_${NODES[0]}": "20"}}
    spec:
      schedulerName: edgewise
      terminationGracePeriodSeconds: 0
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: near}}}
      containers: [{name: idle, image: $IDLE, resources: {requests: {cpu: 5m, memory: 8Mi}}}]
YAML
}
nodes_of_near() { kubectl -n examples get pods -l app=near --field-selector=status.phase=Running -o jsonpath='{range .items[*]}{.spec.nodeName}{"\n"}{end}' | sort | xargs; }
on() { equal 'nodes of near' "$*" "$(nodes_of_near)"; }
avoids_the_far_one() {
  near
  eventually 30 on "${NODES[0]}" "${NODES[2]}"
  eventually 20 waits_for_the_far_one
}
waiting() { kubectl -n examples get pods -l app=near --field-selector=status.phase=Pending -o jsonpath='{.items[0].metadata.name}'; }
waits_for_the_far_one() {
  contains "$(kubectl -n examples describe pod "$(waiting)")" "farther than 20 ms from ${NODES[0]}"
}
check 'Pods with a need of 20 ms avoid it: the third of three waits, and its events say why' avoids_the_far_one

explained() {
  shows "$(api scheduler-service "/api/v1/explain/examples/$(waiting)")" "${NODES[0]}" "${NODES[1]}" "$FAR_DIGITS"
}
check 'explain shows the measured delay' eventually 20 explained

restarts() { k get pods -l app.kubernetes.io/name=network-probe-agent -o jsonpath='{range .items[*]}{.metadata.name} {.status.containerStatuses[0].restartCount}{"\n"}{end}'; }
goes_on_with_a_new_coordinator() {
  local before
  before=$(restarts)
  k rollout restart deployment/network-probe
  rolled_out network-probe
  eventually 30 all_measured
  kubectl annotate node "${NODES[1]}" edgewise.dev/probe-address-
  eventually 60 within_ms "${NODES[0]}" "${NODES[1]}" 0 20
  eventually 30 on "${NODES[@]}"
  equal 'agents and their restarts' "$before" "$(restarts)"
}
check 'A new coordinator continues with the agents; the relay is gone, and the pod that waited runs' goes_on_with_a_new_coordinator
tidy k delete pod relay --ignore-not-found
tidy kubectl -n examples delete deployment near --ignore-not-found

dies_again_and_again() { # NODE: so that the kubelet leaves it down for longer and longer
  k exec "$(agent_of "$1")" -- sh -c 'kill 1' || true
  # Others see it at once, what it measured itself is missed a little later.
  is_stale "${NODES[0]}" "$1"
  is_stale "$1" "${NODES[0]}"
  if is_stale "${NODES[0]}" "${NODES[1]}"; then echo 'others are stale, too'; return 1; fi
}
dead_agent() {
  eventually 90 dies_again_and_again "${NODES[2]}"
  eventually 90 all_measured
}
check 'The pairs of a dead agent are stale until it is back, and no others are' dead_agent
