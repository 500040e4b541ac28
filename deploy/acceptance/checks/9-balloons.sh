step 'A node dies in a cluster that another scheduler has filled'
use_static_delays

# Its pods restart on the room of balloons; the caller and the node that is left beside it stay.
DYING=${NODES[2]}

milli() { if [[ $1 == *m ]]; then echo "${1%m}"; else echo "${1}000"; fi; } # QUANTITY
# A thirteenth of a node: a pod of the cache fits nowhere where another scheduler finds no room for slightly less.
cpu_of_cache() { echo $(($(milli "$(kubectl get node "$DYING" -o jsonpath='{.status.allocatable.cpu}')") / 13)); }

all_nodes_ready() {
  local i
  for i in 0 1 2; do
    kubectl wait --for=condition=Ready --timeout=5s "node/${NODES[i]}" >/dev/null 2>&1 || "$EDGEWISE_TOOLS/real-nodes" resume "$WORK/cluster" "$i"
  done
  kubectl wait --for=condition=Ready --timeout=300s node --all
}

balloons() { k get pods -l edgewise.dev/balloon --sort-by=.spec.nodeName "$@"; }
balloons_run() {
  all_protected
  equal 'nodes with balloons that run' "$(cache_pods | cut -d' ' -f3 | sort -u)" \
    "$(balloons --field-selector=status.phase=Running -o jsonpath='{range .items[*]}{.spec.nodeName}{"\n"}{end}' | sort -u)"
  equal 'balloons that wait' '' "$(balloons --field-selector=status.phase!=Running -o name)"
  local kept held=0 cpu
  kept=$(api_of_leader scheduler-service /api/v1/recovery | grep -o '"reserved":{[^}]*}' | head -n 1 | sed 's/.*"cpu":"\([^"]*\)".*/\1/')
  for cpu in $(balloons -o jsonpath='{.items[*].spec.containers[0].resources.requests.cpu}'); do held=$((held + $(milli "$cpu"))); done
  ((held >= $(milli "$kept"))) || { echo "balloons hold ${held}m of $kept"; return 1; }
}
holds_room() {
  local part
  for part in access priority-class admission; do kubectl apply -f "$ROOT/deploy/kubernetes/overlays/balloons/$part.yaml"; done
  k set env deployment/scheduler-service EDGEWISE_SCHEDULER_RECOVERY_VISIBLE=balloons EDGEWISE_SCHEDULER_RECOVERY_BALLOONS_IMAGE="$IDLE"
  rolled_out scheduler-service
  eventually 60 schedules_by_matrix
  kubectl -n examples delete pod cache-caller --ignore-not-found
  deploy_cache "$(cpu_of_cache)m"
  call_cache_from "${NODES[0]}"
  eventually 60 balloons_run
}

changes_its_taint() { eventually 30 scheduler_service_changes_its_taint "${NODES[0]}"; }

# More than fit anywhere: whatever becomes free is taken at once.
is_full() {
  contains "$(kubectl -n examples get pods -l app=filler -o jsonpath='{.items[*].status.conditions[?(@.type=="PodScheduled")].reason}')" Unschedulable
  equal 'fillers that are not ready' '' "$(kubectl -n examples get pods -l app=filler --field-selector=status.phase!=Failed \
    -o jsonpath='{range .items[?(@.spec.nodeName)]}{.metadata.name} {.status.phase} {.status.containerStatuses[0].ready}{"\n"}{end}' |
    grep -v ' Running true$' || true)"
}
fills() {
  kubectl -n examples apply -f - <<YAML
apiVersion: apps/v1
kind: Deployment
metadata: {name: filler}
spec:
  replicas: 40
  selector: {matchLabels: {app: filler}}
  template:
    metadata: {labels: {app: filler}}
    spec:
      terminationGracePeriodSeconds: 0
      containers: [{name: idle, image: $IDLE, resources: {requests: {cpu: $(($(cpu_of_cache) * 9 / 10))m}}}]
YAML
  eventually 90 is_full
  eventually 30 balloons_run
}

REFUSED='{range .items[*]}{.metadata.name} on {.spec.nodeName} by {.metadata.annotations.edgewise\.dev/reservation} at {.metadata.creationTimestamp}: {.status.message}{"\n"}{end}'
restart_in_a_full_cluster() {
  note_cache_on "$DYING"
  restart_on_backups 2
  # A kubelet refuses what does not fit.
  equal 'pods that were refused' '' "$(kubectl -n examples get pods -l app=session-cache --field-selector=status.phase=Failed -o jsonpath="$REFUSED")"
}

if [[ -n ${EDGEWISE_TOOLS:-} ]]; then
  check 'All nodes are back' eventually 90 all_nodes_ready
  check 'With visible: balloons, pods hold the room that nodes keep' holds_room
  check 'For balloons scheduler-service changes one taint of nodes, and nothing else' changes_its_taint
  check 'kube-scheduler fills everything else, and leaves that room free' fills
  check "A node dies: its protected pods answer again soon after NotReady, on the room of balloons" restart_in_a_full_cluster
else
  skip 'A node dies in a cluster that another scheduler has filled' 'no node of this cluster may be killed'
fi
