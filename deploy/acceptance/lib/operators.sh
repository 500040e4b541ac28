# Stand-ins for the operators of Spark and Flink: they read the same objects, submit by the same programs, and write the same states. Webhooks are off.

SPARK_FLINK=$HERE/spark-flink
OPERATORS=() # Those that run, by their process.
operator_says() { # KIND NAME STATUS
  lab patch "$1" "$2" --subresource=status --type=merge -p "{\"status\": $3}" >/dev/null
}
# A pod template as a file; owners are added as the operator does.
template_file() { # KIND NAME PATH FILE [OWNER-REFERENCES]
  local template
  template=$(lab get "$1" "$2" -o jsonpath="{$3}")
  printf '{"apiVersion": "v1", "kind": "Pod", %s' "${template#\{}" >"$4.given"
  kubectl patch --local -f "$4.given" --type=merge -p "{\"metadata\": {\"ownerReferences\": ${5:-[]}}}" -o json >"$4"
}
# What containers of a pod print, as long as there is one: one after the other, if they are restarted.
follow() { # OBJECT LOG
  local i
  for ((i = 0; i < 600; i++)); do
    lab logs -f "$1" >>"$2" 2>/dev/null || true
    if [[ -s $2 ]] && ! lab get "$1" >/dev/null 2>&1; then return; fi
    sleep 0.5
  done
}

spark_operator() {
  local name
  while true; do
    for name in $(lab get sparkapplications -o jsonpath='{.items[*].metadata.name}'); do
      run_spark "$name" || true
    done
    sleep 0.5
  done
}
run_spark() { # NAME
  local name=$1 state driver
  state=$(lab get sparkapplication "$name" -o jsonpath='{.status.applicationState.state}')
  case $state in
    '') submit_spark "$name" ;;
    SUBMITTED | RUNNING)
      driver=$(lab get pod "$name-driver" -o jsonpath='{.status.phase}')
      case $driver in
        Running) state=RUNNING ;;
        Succeeded) state=COMPLETED ;;
        Failed) state=FAILED ;;
      esac
      operator_says sparkapplication "$name" "{\"applicationState\": {\"state\": \"$state\"}, \"executorState\": {$(executor_states "$name")}}"
      ;;
  esac
}
executor_states() { # NAME: Succeeded and Failed are COMPLETED and FAILED
  lab get pods -l "spark-role=executor,edgewise.dev/batch-job=$1" -o go-template='{{range $i, $pod := .items}}{{if $i}}, {{end}}"{{.metadata.name}}": "{{.status.phase}}"{{end}}' |
    sed 's/"Succeeded"/"COMPLETED"/g; s/"\(Pending\|Running\|Failed\)"/"\U\1"/g'
}
submit_spark() { # NAME
  local name=$1 owner arguments file main
  owner="{\"apiVersion\": \"sparkoperator.k8s.io/v1beta2\", \"kind\": \"SparkApplication\", \"name\": \"$name\", \"uid\": \"$(lab get sparkapplication "$name" -o jsonpath='{.metadata.uid}')\", \"controller\": "
  mapfile -t arguments < <(lab get sparkapplication "$name" -o go-template-file="$SPARK_FLINK/spark-submit.tmpl")
  file=$WORK/spark-$name
  printf '{"apiVersion": "v1", "kind": "Pod", "metadata": {"ownerReferences": [%strue}]}, "spec": {"containers": [{"name": "spark-kubernetes-driver"}]}}' "$owner" >"$file-driver"
  template_file sparkapplication "$name" .spec.executor.template "$file-executor" "[${owner}false}]"
  mapfile -t main < <(lab get sparkapplication "$name" -o go-template='{{.spec.mainApplicationFile}}{{"\n"}}{{range .spec.arguments}}{{.}}{{"\n"}}{{end}}')
  if java "@$SPARK_FLINK/spark/java.args" -cp "$SPARK_FLINK/spark/target/lib/*" org.apache.spark.deploy.SparkSubmit \
    --master "k8s://$(kubectl config view -o jsonpath='{.clusters[0].cluster.server}')" "${arguments[@]}" \
    --conf "spark.kubernetes.driver.podTemplateFile=$file-driver" --conf spark.kubernetes.driver.podTemplateContainerName=spark-kubernetes-driver \
    --conf "spark.kubernetes.executor.podTemplateFile=$file-executor" "${main[@]}" >"$file-submit.log" 2>&1; then
    follow "pod/$name-driver" "$file.log" &
    operator_says sparkapplication "$name" '{"applicationState": {"state": "SUBMITTED"}}'
  else
    operator_says sparkapplication "$name" '{"applicationState": {"state": "SUBMISSION_FAILED", "errorMessage": "spark-submit failed"}}'
  fi
}

FLINK_FINALIZER=flinkdeployments.flink.apache.org/finalizer
flink_operator() {
  local name
  while true; do
    for name in $(lab get flinkdeployments -o jsonpath='{.items[*].metadata.name}'); do
      run_flink "$name" || true
    done
    sleep 0.5
  done
}
run_flink() { # NAME
  local name=$1 state
  if [[ -n $(lab get flinkdeployment "$name" -o jsonpath='{.metadata.deletionTimestamp}') ]]; then
    lab delete deployment "$name" --ignore-not-found --cascade=foreground --timeout=60s
    lab patch flinkdeployment "$name" --type=merge -p '{"metadata": {"finalizers": null}}'
    return
  fi
  state=$(lab get flinkdeployment "$name" -o jsonpath='{.status.lifecycleState}')
  if [[ -z $state ]]; then deploy_flink "$name"; return; fi
  state=$(kubectl get --raw "/api/v1/namespaces/lab/services/$name-rest:8081/proxy/jobs/overview" 2>/dev/null | sed -n 's/.*"state":"\([A-Z]*\)".*/\1/p' || true)
  if [[ -z $state || $state == INITIALIZING || $state == CREATED ]]; then state=RECONCILING; fi
  operator_says flinkdeployment "$name" "{\"lifecycleState\": \"STABLE\", \"jobManagerDeploymentStatus\": \"READY\", \"jobStatus\": {\"state\": \"$state\"}}"
}
deploy_flink() { # NAME
  local name=$1 file=$WORK/flink-$1 arguments main
  lab patch flinkdeployment "$name" --type=merge -p "{\"metadata\": {\"finalizers\": [\"$FLINK_FINALIZER\"]}}"
  mapfile -t arguments < <(lab get flinkdeployment "$name" -o go-template-file="$SPARK_FLINK/flink-run.tmpl")
  template_file flinkdeployment "$name" .spec.taskManager.podTemplate "$file-taskmanager"
  mapfile -t main < <(lab get flinkdeployment "$name" -o go-template='{{.spec.job.jarURI}}{{"\n"}}{{range .spec.job.args}}{{.}}{{"\n"}}{{end}}')
  mkdir -p "$file"; echo 'rest.port: 8081' >"$file/config.yaml"
  if FLINK_CONF_DIR=$file java "@$SPARK_FLINK/flink/java.args" -cp "$SPARK_FLINK/flink/target/lib/*" org.apache.flink.client.cli.CliFrontend \
    run -t kubernetes-application "${arguments[@]}" "-Dkubernetes.config.file=$KUBECONFIG" \
    "-Dkubernetes.pod-template-file.taskmanager=$file-taskmanager" "${main[@]}" >"$file-submit.log" 2>&1; then
    follow "deployment/$name" "$file.log" &
    operator_says flinkdeployment "$name" '{"lifecycleState": "DEPLOYED", "jobManagerDeploymentStatus": "DEPLOYING"}'
  else
    operator_says flinkdeployment "$name" '{"lifecycleState": "FAILED", "error": "the deployment failed"}'
  fi
}
