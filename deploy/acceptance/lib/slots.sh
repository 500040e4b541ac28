# Batch slots: testbeds, jobs and schedulings in the namespace lab.

lab() { kubectl -n lab "$@"; }
# kubectl takes an object that begins with a brace for JSON.
lab_object() { # KIND NAME SPEC
  lab apply -f - <<<$'---\n'"{apiVersion: edgewise.dev/v1alpha1, kind: $1, metadata: {name: $2}, spec: $3}"
}
# A testbed tb on all three nodes, in their order.
create_testbed() { # SLOTS-PER-NODE RESOURCES
  local i
  for i in 0 1 2; do kubectl label node "${NODES[i]}" "lab/node=$i"; done
  lab_object Testbed tb "{nodeLabel: lab/node, slotsPerNode: $1, resourcesPerSlot: $2}"
}
free_slots() { # NUMBER: of the testbed, each with a pod that holds it
  equal 'free slots' "$1" "$(lab get testbed tb -o jsonpath='{.status.free}')"
  equal 'pods that hold slots' "$1" "$(k get pods -l edgewise.dev/slot-ghost --field-selector=status.phase=Running -o name | wc -l)"
}
in_slots() { # JOB POSITION...: its pods run there, each on the node that the position says
  local job=$1 position expected=''; shift
  for position in "$@"; do expected+="$position ${NODES[position % 3]}"$'\n'; done
  equal "slots and nodes of the pods of $job" "${expected%$'\n'}" "$(lab get pods -l "edgewise.dev/batch-job=$job" --field-selector=status.phase=Running \
    -o jsonpath='{range .items[*]}{.metadata.annotations.edgewise\.dev/slot} {.spec.nodeName}{"\n"}{end}' |
    sed -n 's/^[^/ ]*\/\([0-9]*\)\/[0-9]* /\1 /p' | sort -n)"
}
