step 'Mistakes are reported in one message'

# The error lines of the newest scheduler-service pod that does not come up.
complaints() {
  local pod
  pod=$(k get pods -l app.kubernetes.io/name=scheduler-service --sort-by=.metadata.creationTimestamp -o name | tail -n 1)
  messages "$pod" --previous 2>/dev/null | grep '^ERROR' || messages "$pod" | grep '^ERROR'
}
complains_once() { # PART...
  local text part
  text=$(complaints)
  for part in "$@"; do contains "$text" "$part"; done
  equal 'number of messages' 1 "$(wc -l <<<"$text")"
}

missing_verb() {
  sed -i '/pods\/binding/,/verbs/s/\[create\]/[]/' "$WORK/kubernetes/base/scheduler-service/access.yaml"
  sed -i '/pods\/binding/{N;N;d}' "$WORK/kubernetes/base/scheduler-service/access.yaml"
  apply
  k rollout restart deployment/scheduler-service
  eventually 60 complains_once 'missing permission to create pods/binding' 'ClusterRole edgewise-scheduler-service'
}
check 'A ServiceAccount without a verb' missing_verb
check 'With its verb, everything is as deployed again' restore

unknown_property() {
  echo 'edgewise.scheduler.bind.concurency: 4' >>"$WORK/kubernetes/base/scheduler-service/application.yaml"
  apply
  eventually 60 complains_once 'edgewise.scheduler.bind.concurency'
  eventually 20 both_are_available
  pod meanwhile
  eventually 20 is_running meanwhile
}
both_are_available() { equal 'available replicas' 2 "$(k get deployment scheduler-service -o jsonpath='{.status.availableReplicas}')"; }
# The pod that does not start would wait out its back-off.
remove_property() { k rollout undo deployment/scheduler-service || true; restore; }
check 'An unknown property; the replicas that run go on' unknown_property
check 'Without the property, everything is as deployed again' remove_property

mistyped_names() {
  kubectl apply -f "$ROOT/deploy/kubernetes/components/typos/admission.yaml"
  eventually 30 names_are_told
}
check 'Mistyped labels, annotations and schedulers are told at kubectl apply' mistyped_names
tidy kubectl delete -f "$ROOT/deploy/kubernetes/components/typos/admission.yaml" --ignore-not-found

missing_password() {
  k delete secret redis
  k rollout restart deployment/redis
  eventually 40 redis_says
}
restore_password() {
  create_passwords
  k rollout restart deployment/redis
  rolled_out redis
}
check 'A missing Redis password' missing_password
check 'With the passwords of before, Redis is up again' restore_password
