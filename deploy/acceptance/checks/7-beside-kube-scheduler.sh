step 'A second kube-scheduler places pods, and asks the extender'

GUESTS=examples.guest
guest() { PROFILE=rl-scheduler pod "$1" podtype=guest; } # NAME

# With what the checks before left.
deploy_extender() {
  sed -i "s#\.\./default#../$OVERLAY#" "$WORK/kubernetes/overlays/extender/kustomization.yaml"
  kubectl apply -k "$WORK/kubernetes/overlays/extender"
  replaced scheduler-service
  rolled_out rl-scheduler
  eventually 60 leads rl-scheduler
}

# An event says which process bound the pod; a kube-scheduler calls itself after its pod, and so does the holder of its Lease.
bound_by_kube_scheduler() { # POD
  contains "$(kubectl -n examples get events --field-selector "involvedObject.name=$1,reason=Scheduled" -o jsonpath='{.items[*].reportingInstance}')" \
    "$(leader rl-scheduler)"
}
# How many questions of this kind all replicas judged.
judged() { # VERB
  local pod
  for pod in $(pods_of scheduler-service); do actuator "$pod" prometheus; done |
    awk -v verb="verb=\"$1\"" '/^edgewise_extender_answers_seconds_count\{/ && /outcome="judged"/ && index($0, verb) { sum += $NF } END { print sum + 0 }'
}
was_asked() {
  local verb count
  for verb in filter prioritize; do
    count=$(judged "$verb")
    echo "judged $verb: $count"
    ((count > 0))
  done
}
places_a_guest() {
  guest guest-1
  eventually 60 is_running guest-1
  eventually 20 bound_by_kube_scheduler guest-1
  eventually 20 was_asked
}

pin() { # NODE VALUE
  forwarded "pod/$(leader reward-monitor)" 8080 "/api/v1/rewards/$GUESTS/$1/pin" --fail-with-body -X PUT \
    -H "Authorization: Bearer $(token reward-monitor)" -H 'Content-Type: application/json' -d "{\"value\": $2}"
}
# A value that people set closes the node to the type at once; others would take several failures.
keeps_off_a_quarantined_node() {
  local node guest
  node=$(node_of guest-1)
  kubectl -n examples create rolebinding rewards-admin --clusterrole=admin --serviceaccount=examples:reader
  eventually 60 pin "$node" 0
  eventually 60 schedulers_know_a_quarantine guest
  for guest in guest-2 guest-3 guest-4 guest-5; do guest "$guest"; done
  for guest in guest-2 guest-3 guest-4 guest-5; do eventually 60 is_bound "$guest"; done
  equal "guests on $node" pod/guest-1 "$(kubectl -n examples get pods -l podtype=guest --field-selector "spec.nodeName=$node" -o name)"
}

lacks_no_right() {
  local log
  log=$(k logs -l app.kubernetes.io/name=rl-scheduler --prefix --tail=-1)
  if grep -i forbidden <<<"$log"; then return 1; fi
}

remove_extender() {
  kubectl delete -k "$WORK/kubernetes/extender/rl-scheduler"
  k delete lease edgewise-rl-scheduler
  apply
  rolled_out scheduler-service
  guest guest-6
  eventually 60 is_bound guest-6
}

check 'kubectl apply -k overlays/extender starts a kube-scheduler for rl-scheduler' deploy_extender
check_rights extender/rl-scheduler.txt
check 'It places a pod, and the extender judged the nodes' places_a_guest
check 'It keeps off a node that is in quarantine for the type' keeps_off_a_quarantined_node
check 'It never lacks a right' lacks_no_right
check 'Without it, scheduler-service places the pods of the profile again' remove_extender
tidy kubectl -n examples delete rolebinding/rewards-admin --ignore-not-found
tidy kubectl -n examples delete pods -l podtype=guest
