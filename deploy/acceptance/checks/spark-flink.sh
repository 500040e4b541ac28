step 'A real Spark job and a real Flink job run in slots'

# The time of a job: all is looked at while both run, however slow the machine is.
JOB_SECONDS=90

up_with_slots() {
  sed "s#value: registry.k8s.io/pause:.*#value: $IDLE#" "$ROOT/deploy/kubernetes/install/slots.yaml" | apply_file
  rolled_out scheduler-service
}
# Slots of two to a node: 0, 1 and 2 are the first of each node, 3, 4 and 5 the second.
has_slots() {
  local account
  kubectl create namespace lab
  for account in spark flink; do
    lab create serviceaccount "$account"
    lab create rolebinding "$account" --clusterrole=edit --serviceaccount="lab:$account"
  done
  kubectl apply -f "$SPARK_FLINK/kinds.yaml"
  create_testbed 2 '{cpu: 500m, memory: 1Gi}'
  eventually 120 free_slots 6
}

start_jobs() {
  lab_object BatchJob squares-spark "{spark: {type: Java, mode: cluster, sparkVersion: 4.2.0, image: '$SPARK', mainClass: dev.edgewise.acceptance.SparkSum,
    mainApplicationFile: 'local:///opt/spark/jobs/job.jar', arguments: ['$JOB_SECONDS'], sparkConf: {spark.ui.enabled: 'false'},
    driver: {cores: 1, coreRequest: 100m, memory: 512m, serviceAccount: spark}, executor: {schedulerName: volcano}}}"
  lab_object BatchJob squares-flink "{flink: {image: '$FLINK', flinkVersion: v2_2, serviceAccount: flink, flinkConfiguration: {pekko.startup-timeout: 60 s, pekko.ask.timeout: 60 s},
    jobManager: {resource: {cpu: 0.5, memory: 1024m}},
    job: {jarURI: 'local:///opt/flink/usrlib/job.jar', entryClass: dev.edgewise.acceptance.FlinkSum, args: ['$JOB_SECONDS']}}}"
  lab_object Scheduling both '{testbed: {name: tb}, queueBased: [{name: squares-spark}, {name: squares-flink}, {name: squares-spark}, {name: squares-flink},
    {name: squares-flink}]}'
  eventually 30 lab get sparkapplication/squares-spark flinkdeployment/squares-flink
}
# Five Java programs begin to run on what the machine has.
run_slot_for_slot() {
  local since=$SECONDS
  eventually 240 in_slots squares-spark 0 2
  eventually 240 in_slots squares-flink 1 3 4
  echo "measured: all five pods are in their slots $((SECONDS - since)) s after the applications exist"
}
outside() { # SELECTOR: its only pod runs without a slot
  local answer
  answer=$(lab get pods -l "$1" -o jsonpath='{range .items[*]}{.status.phase} {.spec.schedulerName} {.spec.priorityClassName}{.metadata.annotations.edgewise\.dev/slots}{"\n"}{end}')
  equal "pods of $1" 'Running default-scheduler ' "$answer"
}
drivers_are_outside() {
  outside spark-role=driver
  outside app=squares-flink,component=jobmanager
}
# The pods request what a slot has: 384 MiB of Spark's are not for the heap.
request_the_slot() {
  local requests='.spec.containers[0].resources.requests'
  equal 'requests' '500m 1Gi' "$(lab get pods -l edgewise.dev/batch-job -o jsonpath="{range .items[*]}{.metadata.annotations.edgewise\.dev/slot} {$requests.cpu} {$requests.memory}{\"\n\"}{end}" |
    sed -n 's/1024Mi/1Gi/; s/^[^ ]\+ //p' | sort -u)"
}

has_come_back() { # POD JOB POSITION...
  if lab get pod "$1" >/dev/null 2>&1; then echo "$1 is still there"; return 1; fi
  in_slots "${@:2}"
}
replaced_in_its_slot() {
  local executor
  executor=$(lab get pods -l spark-role=executor -o jsonpath='{.items[0].metadata.name}')
  lab delete pod "$executor" --wait=false
  eventually 120 has_come_back "$executor" squares-spark 0 2
}

is_completed() { equal 'state' Completed "$(lab get scheduling both -o jsonpath='{.status.state}')"; }
complete_with_the_right_result() {
  eventually 300 is_completed
  # The sum of the squares of 1 to n is n (n + 1) (2 n + 1) / 6: of 1000 it is 333,833,500.
  contains "$(<"$WORK/spark-squares-spark.log")" 'sum of squares 333833500 by 2 executors'
  contains "$(<"$WORK/flink-squares-flink.log")" 'sum of squares 333833500 in 3 parts'
}
leave_nothing() {
  eventually 60 free_slots 6
  equal 'pods of jobs' '' "$(lab get pods -o name)"
  equal 'applications' '' "$(lab get sparkapplications,flinkdeployments,deployments -o name)"
}

check 'scheduler-service alone comes up with slots' up_with_slots
check 'A testbed has two slots on each node, which pods hold' has_slots
spark_operator >"$WORK/spark-operator.log" 2>&1 & OPERATORS+=($!)
flink_operator >"$WORK/flink-operator.log" 2>&1 & OPERATORS+=($!)
check 'A Scheduling of both jobs creates a SparkApplication and a FlinkDeployment' start_jobs
check 'Executors and task managers run slot for slot' run_slot_for_slot
check 'The driver and the job manager run outside of slots' drivers_are_outside
check 'Each executor and task manager requests what its slot has' request_the_slot
check 'An executor that is deleted is replaced in its slot' replaced_in_its_slot
check 'Both jobs end with the right result' complete_with_the_right_result
check 'All slots are free again, and nothing is left of the jobs' leave_nothing
kill "${OPERATORS[@]}" 2>/dev/null || true
