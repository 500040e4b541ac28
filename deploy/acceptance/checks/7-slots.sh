step 'Batch jobs run in the slots that a scheduler outside chooses'

SLOTS=$ROOT/deploy/kubernetes/components/slots

slots_are_on() {
  local part
  for part in testbeds batchjobs schedulings roles access priority-classes admission; do kubectl apply -f "$SLOTS/$part.yaml"; done
  k set env deployment/scheduler-service EDGEWISE_SCHEDULER_SLOTS_ENABLED=true EDGEWISE_SCHEDULER_SLOTS_GHOSTIMAGE="$IDLE"
  rolled_out scheduler-service
}

has_slots() {
  kubectl create namespace lab
  create_testbed 1 '{cpu: 50m, memory: 32Mi}'
  eventually 60 free_slots 3
}

# A queue a, b, a: the i-th entry has the i-th lowest slot.
runs_slot_for_slot() {
  local job
  for job in a b; do
    lab_object BatchJob "$job" "{job: {template: {spec: {terminationGracePeriodSeconds: 0, containers: [{name: main, image: $IDLE}]}}}}"
  done
  lab_object Scheduling queue '{testbed: {name: tb}, queueBased: [{name: a}, {name: b}, {name: a}]}'
  eventually 60 in_slots a 0 2
  eventually 60 in_slots b 1
}
frees_all_slots() {
  lab delete scheduling queue --timeout=300s
  eventually 60 free_slots 3
  eventually 60 no_pods_of_jobs
}
no_pods_of_jobs() { equal 'pods of jobs' '' "$(lab get pods -o name)"; }

# Policies: requests of others than admins are dry runs.
by() { lab --as="$1" "${@:2}" --dry-run=server; } # USER ARGUMENT...
denied() { # MESSAGE COMMAND...
  if "${@:2}" >"$WORK/answer" 2>&1; then echo "${*:2} was accepted"; return 1; fi
  contains "$(<"$WORK/answer")" "$1"
}
slot_pod() { # ANNOTATIONS [FIELDS]: waits for a slot that it never gets
  echo "---
{apiVersion: v1, kind: Pod, metadata: {name: waits, annotations: $1}, spec: {priorityClassName: edgewise-slots, schedulerName: edgewise,
    ${2:-}containers: [{name: main, image: $IDLE}]}}"
}
priority_is_for_slots() {
  local fixed='the annotation edgewise.dev/slots of a pod with PriorityClass edgewise-slots cannot be changed'
  denied 'which have the annotation edgewise.dev/slots' lab create -f - <<<"$(slot_pod '{}')"
  denied 'which have no nodeName until a scheduler binds them' lab create -f - <<<"$(slot_pod '{edgewise.dev/slots: none/1/0}' "nodeName: ${NODES[0]}, ")"
  lab create -f - <<<"$(slot_pod '{edgewise.dev/slots: none/1/0}')"
  denied "$fixed" lab annotate pod waits edgewise.dev/slots-
  denied "$fixed" lab annotate --overwrite pod waits edgewise.dev/slots=none/2/0
  denied "$fixed" lab patch pod waits --subresource=status --type=merge -p '{"metadata": {"annotations": {"edgewise.dev/slots": null}}}'
  lab annotate pod waits lab/note=x
  lab delete pod waits --now
}

new_job() { echo "---
{apiVersion: edgewise.dev/v1alpha1, kind: BatchJob, metadata: {name: c}, spec: {$1: {}}}"; } # FIELD
# User chooser may write BatchJobs, and author may create Jobs as well.
users_write_what_they_may_create() {
  lab create rolebinding slots-view --clusterrole=edgewise-slots-view --user=chooser --user=author
  lab create rolebinding slots-edit --clusterrole=edgewise-slots-edit --user=chooser --user=author
  lab create rolebinding author --clusterrole=edit --user=author
  # Roles hold a moment after they are bound.
  eventually 10 by chooser patch batchjob a --type=merge -p '{"spec": {"failurePolicy": {"retries": 1}}}'
  eventually 10 by author patch batchjob a --type=merge -p '{"spec": {"job": {"backoffLimit": 3}}}'
  by author create -f - <<<"$(new_job job)"
  denied 'spec.job is for users who may create jobs.batch: chooser may not in namespace lab' by chooser create -f - <<<"$(new_job job)"
  denied 'spec.job is for users who may create jobs.batch' by chooser patch batchjob a --type=merge -p '{"spec": {"job": {"backoffLimit": 3}}}'
  denied 'spec.spark is for users who may create sparkapplications.sparkoperator.k8s.io: author may not' by author create -f - <<<"$(new_job spark)"
  denied 'spec.flink is for users who may create flinkdeployments.flink.apache.org: author may not' by author create -f - <<<"$(new_job flink)"
}
operators_write_testbeds() {
  denied 'cannot patch resource "testbeds"' by chooser patch testbed tb --type=merge -p '{"spec": {"slotsPerNode": 2}}'
  lab create rolebinding testbeds --clusterrole=edgewise-testbeds-edit --user=chooser
  eventually 10 by chooser patch testbed tb --type=merge -p '{"spec": {"slotsPerNode": 2}}'
}

job_of() { # NAME OWNERS
  echo "---
{apiVersion: batch/v1, kind: Job, metadata: {name: $1, ownerReferences: $2}, spec: {suspend: true, template: {spec: {restartPolicy: Never,
    containers: [{name: main, image: $IDLE}]}}}}"
}
deletes_job() { # NAME: as scheduler-service, which may not get Jobs, as kubectl does without --raw
  kubectl --as="system:serviceaccount:$NAMESPACE:scheduler-service" delete --raw "/apis/batch/v1/namespaces/lab/jobs/$1?dryRun=All"
}
scheduler_service_keeps_to_batch_jobs() {
  local owner only='scheduler-service creates and deletes no jobs but those that a BatchJob controls'
  local spec='scheduler-service changes nothing in the spec of a BatchJob but externalScheduler'
  owner="[{apiVersion: edgewise.dev/v1alpha1, kind: BatchJob, name: a, uid: $(lab get batchjob a -o jsonpath='{.metadata.uid}'), controller: true}]"
  job_of own "$owner" | accepted_json scheduler-service -n lab
  job_of other '[]' | refused_json "$only" scheduler-service -n lab
  job_of other "${owner/controller: true/controller: false}" | refused_json "$only" scheduler-service -n lab
  lab create -f - <<<"$(job_of other '[]')"
  denied "$only" deletes_job other
  lab delete job other
  lab create -f - <<<"$(job_of own "$owner")"
  deletes_job own
  lab delete job own
  accepted scheduler-service -n lab patch batchjob a --type=merge -p '{"spec": {"externalScheduler": {"x": [{"y": "z"}]}}}'
  refused "$spec" scheduler-service -n lab patch batchjob a --type=merge -p '{"spec": {"job": {"backoffLimit": 3}}}'
  refused "$spec" scheduler-service -n lab patch batchjob a --type=merge -p '{"spec": {"runSeconds": 5}}'
}

nothing_holds_slots() { equal 'pods that hold slots' '' "$(k get pods -l edgewise.dev/slot-ghost -o name)"; }
slots_are_off() {
  local i part
  lab delete testbed tb
  eventually 60 nothing_holds_slots
  kubectl delete namespace lab --timeout=300s
  for i in 0 1 2; do kubectl label node "${NODES[i]}" lab/node-; done
  k set env deployment/scheduler-service EDGEWISE_SCHEDULER_SLOTS_ENABLED- EDGEWISE_SCHEDULER_SLOTS_GHOSTIMAGE-
  replaced scheduler-service
  for part in access admission roles priority-classes; do kubectl delete -f "$SLOTS/$part.yaml"; done
}

check 'components/slots brings kinds, rights and the switch' slots_are_on
check_rights slots/scheduler-service.txt
check 'A testbed has a slot on each node, which a pod holds' has_slots
check 'The pods of two jobs run slot for slot as their Scheduling says' runs_slot_for_slot
check 'A deleted Scheduling frees all slots' frees_all_slots
check 'Pods of the priority of slots keep their annotation, and name no node' priority_is_for_slots
check 'What a BatchJob runs is written by users who may create it' users_write_what_they_may_create
check 'A testbed is written by operators' operators_write_testbeds
check 'scheduler-service creates and deletes applications of BatchJobs, and changes none' scheduler_service_keeps_to_batch_jobs
check 'Without slots, scheduler-service has the rights of before' slots_are_off
check_rights scheduler-service.txt
