step 'A node dies'
use_static_delays

# The cluster has noticed: from now on nothing is to be placed there.
is_out_of_use() {
  contains "$(kubectl get node "$1" -o jsonpath='{.spec.taints[*].key}')" 'node.kubernetes.io/unreachable'
}
runs_on() { # POD NODE
  kubectl -n examples get pod "$1" -o wide
  kubectl -n examples get events --field-selector "involvedObject.name=$1"
  is_running "$1"
  equal 'node' "$2" "$(node_of "$1")"
}

avoids_the_dead() {
  # Redis and network-probe may be on the node that dies: who has not read the delays by then knows none.
  eventually 60 schedules_by_matrix
  "$EDGEWISE_TOOLS/real-nodes" crash "$WORK/cluster" 2
  eventually 90 is_out_of_use "${NODES[2]}"
  local i
  for i in 1 2 3; do pod "after-$i" "delay_${NODES[2]}=35"; done
  for i in 1 2 3; do eventually 60 runs_on "after-$i" "${NODES[1]}"; done
}
if [[ -n ${EDGEWISE_TOOLS:-} ]]; then
  check 'A dead node gets no more pods: they go to the next one within their need' avoids_the_dead
else
  skip 'A dead node gets no more pods' 'no node of this cluster may be killed'
fi
