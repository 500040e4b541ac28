step 'A node dies'

is_not_ready() { [[ $(kubectl get node "$1" -o jsonpath='{.status.conditions[?(@.type=="Ready")].status}') != True ]]; }

avoids_the_dead() {
  "$EDGEWISE_TOOLS/real-nodes" crash "$WORK/cluster" 2
  eventually 90 is_not_ready "${NODES[2]}"
  local i
  for i in 1 2 3; do pod "after-$i" "delay_${NODES[2]}=35"; done
  for i in 1 2 3; do
    eventually 60 is_running "after-$i"
    equal 'node' "${NODES[1]}" "$(node_of "after-$i")"
  done
}
if [[ -n ${EDGEWISE_TOOLS:-} ]]; then
  check 'A dead node gets no more pods: they go to the next one within their need' avoids_the_dead
else
  skip 'A dead node gets no more pods' 'no node of this cluster may be killed'
fi
