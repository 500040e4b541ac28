# A protected Deployment, and what a failure of a node does to it.

# Its pods may run on all three nodes.
CACHES=12
# Half of it on a machine of its own: here three nodes, and all that runs on them, share one.
RESTART_SECONDS=30

deploy_cache() { # CPU
  cache "$1" | kubectl -n examples apply -f -
  kubectl -n examples rollout status deployment/session-cache --timeout=300s
}
cache() { # CPU
  sed -e "s/replicas: .*/replicas: $CACHES/; s/delay_edge-1:/delay_${NODES[1]}:/; s#image: .*#image: $(image redis)#; s/cpu: .*/cpu: $1/; s/memory: .*/memory: 32Mi/" \
    "$ROOT/deploy/examples/recovery/session-cache.yaml"
}

# Several call the cache all the time, and note the address of whoever answers: with fewer calls it is luck when each pod gets its first.
call_cache_from() { # NODE
  kubectl -n examples apply -f - <<YAML
apiVersion: v1
kind: Pod
metadata: {name: cache-caller}
spec:
  nodeName: $1
  terminationGracePeriodSeconds: 0
  containers:
    - name: caller
      image: $(image redis)
      command: [sh, -c, 'for i in 1 2 3 4 5; do while true; do timeout 3 redis-cli -h "\$SESSION_CACHE_SERVICE_HOST" client info; sleep 0.2; done & done; wait']
      resources: {requests: {cpu: 10m, memory: 16Mi}}
YAML
  eventually 30 is_running cache-caller
}

# Those that no node refused, and that are not on their way out: name, node, backup and address of each.
cache_pods() {
  kubectl -n examples get pods -l app=session-cache -o go-template='{{range .items}}{{if and (not .metadata.deletionTimestamp) (ne .status.phase "Failed")}}{{.metadata.name}} {{
    .spec.nodeName}} {{or (index .metadata.annotations "edgewise.dev/backup-node") "none"}} {{.status.podIP}}{{"\n"}}{{end}}{{end}}'
}
all_protected() { # [WITHOUT-NODE]
  local name node backup address
  while read -r name node backup address; do
    [[ " ${NODES[*]} " == *" $backup "* && $backup != "$node" && $backup != "${1:-}" ]] ||
      { echo "$name on $node has the backup $backup"; return 1; }
  done < <(cache_pods)
}

# Which pods there are before a node dies, and that some are on it.
note_cache_on() { # NODE
  eventually 30 all_protected
  cache_pods >"$WORK/cache"
  equal 'pods of the cache' "$CACHES" "$(wc -l <"$WORK/cache")"
  cut -d' ' -f2 "$WORK/cache" | grep -qx "$1" || { echo "none is on $1"; return 1; }
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
  while read -r name node backup address; do
    grep -qF " laddr=$address:" "$WORK/calls" || {
      echo "$name on $node has not answered:"
      kubectl -n examples get events --field-selector "involvedObject.name=$name"
      kubectl -n examples get pods -l app=session-cache -o wide
      return 1
    }
  done <"$WORK/replacements"
}
# When the last of them had answered for the first time.
last_answers() {
  local name node backup address
  while read -r name node backup address; do awk -v part=" laddr=$address:" 'index($0, part) { print $1; exit }' "$WORK/calls"; done \
    <"$WORK/replacements" | sort | tail -n 1
}
restart_on_backups() { # NODE-NUMBER
  local since seconds most dying=${NODES[$1]}
  "$EDGEWISE_TOOLS/real-nodes" crash "$WORK/cluster" "$1"
  eventually 90 is_out_of_use "$dying"
  eventually 60 all_answer
  equal 'nodes of those that restarted' "$(awk -v node="$dying" '$2 == node { print $3 }' "$WORK/cache" | sort)" \
    "$(cut -d' ' -f2 "$WORK/replacements" | sort)"
  since=$(kubectl get node "$dying" -o jsonpath='{.status.conditions[?(@.type=="Ready")].lastTransitionTime}')
  seconds=$(awk -v from="$(date -d "$since" +%s.%N)" -v to="$(date -d "$(last_answers)" +%s.%N)" 'BEGIN { printf "%.1f", to - from }')
  most=$(most_seconds "$RESTART_SECONDS")
  echo "measured: $(wc -l <"$WORK/replacements") pods answer again $seconds s after NotReady, of at most $most"
  awk -v is="$seconds" -v most="$most" 'BEGIN { exit !(is <= most) }' || { echo "at most $most s are allowed"; return 1; }
}
