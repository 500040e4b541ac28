step 'Batch jobs run in the slots that a scheduler outside chooses'

SLOTS=$ROOT/deploy/kubernetes/components/slots

slots_are_on() {
  local part
  for part in testbeds batchjobs schedulings roles access priority-classes admission; do kubectl apply -f "$SLOTS/$part.yaml"; done
  k set env deployment/scheduler-service EDGEWISE_SCHEDULER_SLOTS_ENABLED=true EDGEWISE_SCHEDULER_SLOTS_GHOSTIMAGE="$IDLE"
  rolled_out scheduler-service
}

lab() { kubectl -n lab "$@"; }
lab_object() { # KIND NAME SPEC
  lab apply -f - <<<"{apiVersion: edgewise.dev/v1alpha1, kind: $1, metadata: {name: $2}, spec: $3}"
}
free_slots() { # NUMBER: of the testbed, each with a pod that holds it
  equal 'free slots' "$1" "$(lab get testbed tb -o jsonpath='{.status.free}')"
  equal 'pods that hold slots' "$1" "$(k get pods -l edgewise.dev/slot-ghost --field-selector=status.phase=Running -o name | wc -l)"
}
has_slots() {
  local i
  kubectl create namespace lab
  for i in 0 1 2; do kubectl label node "${NODES[i]}" "lab/node=$i"; done
  lab_object Testbed tb '{nodeLabel: lab/node, slotsPerNode: 1, resourcesPerSlot: {cpu: 50m, memory: 32Mi}}'
  eventually 60 free_slots 3
}

in_slots() { # JOB NODE...: its pods run there, by slot
  local job=$1; shift
  equal "nodes of the pods of $job" "$(printf '%s\n' "$@")" "$(lab get pods -l "edgewise.dev/batch-job=$job" --field-selector=status.phase=Running \
    -o jsonpath='{range .items[*]}{.metadata.annotations.edgewise\.dev/slot} {.spec.nodeName}{"\n"}{end}' | sort -t/ -k2,2n | cut -d' ' -f2)"
}
# A queue a, b, a: the i-th entry has the i-th lowest slot.
runs_slot_for_slot() {
  local job
  for job in a b; do
    lab_object BatchJob "$job" "{job: {template: {spec: {terminationGracePeriodSeconds: 0, containers: [{name: main, image: $IDLE}]}}}}"
  done
  lab_object Scheduling queue '{testbed: {name: tb}, queueBased: [{name: a}, {name: b}, {name: a}]}'
  eventually 60 in_slots a "${NODES[0]}" "${NODES[2]}"
  eventually 60 in_slots b "${NODES[1]}"
}
frees_all_slots() {
  lab delete scheduling queue --timeout=60s
  eventually 60 free_slots 3
  equal 'pods of jobs' '' "$(lab get pods -o name)"
}

nothing_holds_slots() { equal 'pods that hold slots' '' "$(k get pods -l edgewise.dev/slot-ghost -o name)"; }
slots_are_off() {
  local i part
  lab delete testbed tb
  eventually 60 nothing_holds_slots
  kubectl delete namespace lab --timeout=60s
  for i in 0 1 2; do kubectl label node "${NODES[i]}" lab/node-; done
  k set env deployment/scheduler-service EDGEWISE_SCHEDULER_SLOTS_ENABLED- EDGEWISE_SCHEDULER_SLOTS_GHOSTIMAGE-
  rolled_out scheduler-service
  for part in access admission roles priority-classes; do kubectl delete -f "$SLOTS/$part.yaml"; done
}

check 'components/slots brings kinds, rights and the switch' slots_are_on
check_rights slots/scheduler-service.txt
check 'A testbed has a slot on each node, which a pod holds' has_slots
check 'The pods of two jobs run slot for slot as their Scheduling says' runs_slot_for_slot
check 'A deleted Scheduling frees all slots' frees_all_slots
check 'Without slots, scheduler-service has the rights of before' slots_are_off
check_rights scheduler-service.txt
