step 'A node dies'
use_static_delays

# The node of the leader dies, and with it whatever else is there. Another replica leads 15 s after the last renewal, and only 50 s after a
# node's last sign of life does Kubernetes call it NotReady: by then the next leader restarts pods, knowing no more than what they say.
# Where NotReady comes sooner than another leader, as from a kubelet that stops, pods wait for the leader in addition.
runs_the_leader() { # NODE-NUMBER
  equal 'node of the leader' "${NODES[$1]}" "$(k get pod "$(leader)" -o jsonpath='{.spec.nodeName}')"
}
# A new leader may still be elected, after what the last checks changed.
eventually 60 leads || true
for NUMBER in 0 1 2; do ! runs_the_leader "$NUMBER" >/dev/null 2>&1 || break; done
DYING=${NODES[NUMBER]}
# The node that is nearest to it.
NEXT=${NODES[NUMBER == 1 ? 0 : 1]}

protects() {
  runs_the_leader "$NUMBER"
  # Redis and network-probe may be on the node that dies: who has not read the delays by then knows none.
  eventually 60 schedules_by_matrix
  deploy_cache 10m
  call_cache_from "$NEXT"
  eventually 30 shows_protection
}
shows_protection() {
  local map pods name node backup address
  note_cache_on "$DYING"
  map=$(api_of_leader scheduler-service /api/v1/recovery)
  pods=$(api_of_leader scheduler-service '/api/v1/recovery/pods?protected=true')
  while read -r name node backup address; do
    contains "$pods" "{\"pod\":\"examples/$name\",\"node\":\"$node\",\"backup\":\"$backup\""
    contains "$(grep -o "{\"node\":\"$backup\",\"reserved\":[^]]*" <<<"$map")" "{\"node\":\"$node\",\"requested\":"
  done <"$WORK/cache"
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
  check "A node dies: its protected pods answer again soon after NotReady, on their backups" restart_on_backups "$NUMBER"
  check 'All of them are protected again, by the nodes that are left' eventually 30 all_protected "$DYING"
  check 'A dead node gets no more pods: they go to the next one within their need' avoids_the_dead
else
  skip 'A node dies' 'no node of this cluster may be killed'
fi
