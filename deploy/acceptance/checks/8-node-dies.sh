step 'A node dies'
use_static_delays

# The node of the leader dies, and with it whatever else is there. Another replica leads 15 s after the last renewal, and only 50 s after a
# node's last sign of life does Kubernetes call it NotReady: by then the next leader restarts pods, knowing no more than what they say.
# Where NotReady comes sooner than another leader, as from a kubelet that stops, pods wait for the leader in addition.
DYING=$(k get pod "$(leader)" -o jsonpath='{.spec.nodeName}')
for NUMBER in 0 1 2; do [[ ${NODES[NUMBER]} != "$DYING" ]] || break; done
# The node that is nearest to it.
NEXT=${NODES[NUMBER == 1 ? 0 : 1]}
# The pods of the cache may run on all three nodes.
MIDDLE=${NODES[1]}
CACHES=12
MOST_SECONDS=15

cache() {
  sed -e "s/replicas: .*/replicas: $CACHES/; s/delay_edge-1:/delay_$MIDDLE:/; s#image: .*#image: $(image redis)#; s/cpu: .*/cpu: 10m/; s/memory: .*/memory: 32Mi/" \
    "$ROOT/deploy/examples/recovery/session-cache.yaml"
}

# Somebody calls the cache all the time, and notes the address of whoever answers.
call_cache() {
  kubectl -n examples apply -f - <<YAML
apiVersion: v1
kind: Pod
metadata: {name: cache-caller}
spec:
  nodeName: $NEXT
  terminationGracePeriodSeconds: 0
  containers:
    - name: caller
      image: $(image redis)
      command: [sh, -c, 'while true; do timeout 1 redis-cli -h "\$SESSION_CACHE_SERVICE_HOST" client info; sleep 0.1; done']
      resources: {requests: {cpu: 10m, memory: 16Mi}}
YAML
  eventually 30 is_running cache-caller
}

# Those that are not on their way out: name, node, backup and address of each.
cache_pods() {
  kubectl -n examples get pods -l app=session-cache -o go-template='{{range .items}}{{if not .metadata.deletionTimestamp}}{{.metadata.name}} {{
    .spec.nodeName}} {{index .metadata.annotations "edgewise.dev/backup-node"}} {{.status.podIP}}{{"\n"}}{{end}}{{end}}'
}
all_protected() { # [WITHOUT-NODE]
  local name node backup address
  while read -r name node backup address; do
    [[ " ${NODES[*]} " == *" $backup "* && $backup != "$node" && $backup != "${1:-}" ]] ||
      { echo "$name on $node has the backup $backup"; return 1; }
  done < <(cache_pods)
}

protects() {
  # Redis and network-probe may be on the node that dies: who has not read the delays by then knows none.
  eventually 60 schedules_by_matrix
  cache | kubectl -n examples apply -f -
  kubectl -n examples rollout status deployment/session-cache --timeout=90s
  call_cache
  eventually 30 all_protected
  cache_pods >"$WORK/cache"
  equal 'pods of the cache' "$CACHES" "$(wc -l <"$WORK/cache")"
  cut -d' ' -f2 "$WORK/cache" | grep -qx "$DYING" || { echo "none is on $DYING"; return 1; }
  shows_protection
}
shows_protection() {
  local map pods name node backup address
  map=$(api_of_leader scheduler-service /api/v1/recovery)
  pods=$(api_of_leader scheduler-service '/api/v1/recovery/pods?protected=true')
  while read -r name node backup address; do
    contains "$pods" "{\"pod\":\"examples/$name\",\"node\":\"$node\",\"backup\":\"$backup\""
    contains "$(grep -o "{\"node\":\"$backup\",\"reserved\":[^]]*" <<<"$map")" "{\"node\":\"$node\",\"requested\":"
  done <"$WORK/cache"
}

# The cluster has noticed: from now on nothing is to be placed there.
is_out_of_use() {
  contains "$(kubectl get node "$1" -o jsonpath='{.spec.taints[*].key}')" 'node.kubernetes.io/unreachable'
}

# Those that are no older than the failure.
replacements() { cache_pods | grep -v -F -f <(cut -d' ' -f1 "$WORK/cache"); }
all_answer() {
  local name node backup address
  equal 'pods of the cache' "$CACHES" "$(cache_pods | wc -l)"
  replacements >"$WORK/replacements"
  kubectl -n examples logs cache-caller --timestamps >"$WORK/calls"
  while read -r name node backup address; do contains "$(<"$WORK/calls")" " laddr=$address:"; done <"$WORK/replacements"
}
# When the last of them had answered for the first time.
last_answers() {
  local name node backup address
  while read -r name node backup address; do awk -v part=" laddr=$address:" 'index($0, part) { print $1; exit }' "$WORK/calls"; done \
    <"$WORK/replacements" | sort | tail -n 1
}
restart_on_backups() {
  local since seconds
  "$EDGEWISE_TOOLS/real-nodes" crash "$WORK/cluster" "$NUMBER"
  eventually 90 is_out_of_use "$DYING"
  eventually 60 all_answer
  equal 'nodes of those that restarted' "$(awk -v node="$DYING" '$2 == node { print $3 }' "$WORK/cache" | sort)" \
    "$(cut -d' ' -f2 "$WORK/replacements" | sort)"
  since=$(kubectl get node "$DYING" -o jsonpath='{.status.conditions[?(@.type=="Ready")].lastTransitionTime}')
  seconds=$(awk -v from="$(date -d "$since" +%s.%N)" -v to="$(date -d "$(last_answers)" +%s.%N)" 'BEGIN { printf "%.1f", to - from }')
  echo "measured: $(wc -l <"$WORK/replacements") pods answer again $seconds s after NotReady"
  awk -v is="$seconds" -v most="$MOST_SECONDS" 'BEGIN { exit !(is <= most) }' || { echo "at most $MOST_SECONDS s are allowed"; return 1; }
}

runs_on() { # POD NODE
  kubectl -n examples get pod "$1" -o wide
  kubectl -n examples get events --field-selector "involvedObject.name=$1"
  is_running "$1"
  equal 'node' "$2" "$(node_of "$1")"
}
avoids_the_dead() {
  local i
  for i in 1 2 3; do pod "after-$i" "delay_$DYING=$(($(delay "$DYING" "$NEXT") + 4))"; done
  for i in 1 2 3; do eventually 60 runs_on "after-$i" "$NEXT"; done
}

if [[ -n ${EDGEWISE_TOOLS:-} ]]; then
  check 'Each pod of a protected Deployment has a backup, and GET /api/v1/recovery shows it' protects
  check "A node dies: its protected pods answer again within $MOST_SECONDS s after NotReady, on their backups" restart_on_backups
  check 'All of them are protected again, by the nodes that are left' eventually 30 all_protected "$DYING"
  check 'A dead node gets no more pods: they go to the next one within their need' avoids_the_dead
else
  skip 'A node dies' 'no node of this cluster may be killed'
fi
