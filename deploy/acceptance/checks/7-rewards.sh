step 'Pods avoid a node that fails them, until it is repaired'

TYPE=examples.demo

# A Redis says on which node the containers of the demo crash.
deploy_switch() {
  kubectl -n examples apply -f - <<YAML
apiVersion: v1
kind: Service
metadata: {name: switch}
spec: {selector: {app: switch}, ports: [{port: 6379}]}
---
apiVersion: v1
kind: Pod
metadata: {name: switch, labels: {app: switch}}
spec:
  terminationGracePeriodSeconds: 0
  containers:
    - name: switch
      image: $(image redis)
      command: [redis-server, --save, "", --protected-mode, "no"]
      readinessProbe: {tcpSocket: {port: 6379}, periodSeconds: 1}
      resources: {requests: {cpu: 10m, memory: 16Mi}}
YAML
  kubectl -n examples wait pod/switch --for=condition=Ready --timeout=300s
}
sick() { kubectl -n examples exec switch -- redis-cli set sick "$1"; } # NODE

# What each container of the demo runs; of another type, which is not concerned, too.
demo_container() {
  cat <<YAML
    - name: demo
      image: $(image redis)
      command:
        - sh
        - -c
        - while sleep 1; do [ "\$(timeout 15 redis-cli -h "\$SWITCH_SERVICE_HOST" get sick)" != "\$NODE" ] || exit 1; done
      env: [{name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]
      resources: {requests: {cpu: 10m, memory: 16Mi}}
YAML
}
deploy_demo() {
  kubectl -n examples apply -f - <<YAML
apiVersion: apps/v1
kind: Deployment
metadata: {name: demo}
spec:
  replicas: 3
  selector: {matchLabels: {app: demo}}
  template:
    metadata: {labels: {app: demo, podtype: demo}}
    spec:
      schedulerName: rl-scheduler
      terminationGracePeriodSeconds: 0
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: demo}}}
      containers:
$(demo_container | sed 's/^/    /')
YAML
  kubectl -n examples rollout status deployment/demo --timeout=300s
}
new_pod() { # NAME TYPE
  kubectl -n examples apply -f - <<YAML
apiVersion: v1
kind: Pod
metadata: {name: $1, labels: {podtype: $2, demo: new}}
spec:
  schedulerName: rl-scheduler
  terminationGracePeriodSeconds: 0
  restartPolicy: Never
  containers:
    - name: idle
      image: $(image redis)
      command: [sleep, "3600"]
      resources: {requests: {cpu: 10m, memory: 16Mi}}
YAML
}

# Trials are quick enough for a check. A quarantine outlasts what is looked at while it lasts; a repaired node is open before its end, once what still runs
# there has run for long enough.
hasten_learning() {
  k set env deployment/reward-monitor EDGEWISE_REWARDMONITOR_QUARANTINE_FIRST=240s EDGEWISE_REWARDMONITOR_QUARANTINE_LONGEST=300s \
    EDGEWISE_REWARDMONITOR_QUARANTINE_PROBATION=20s
  rolled_out reward-monitor
}
is_quarantined() { contains "$(api_of_leader reward-monitor "/api/v1/rewards/$TYPE/$1")" '"state":"quarantined"'; } # NODE

avoid_a_sick_node() {
  kubectl -n examples create rolebinding rewards-reader --clusterrole=view --serviceaccount=examples:reader
  deploy_switch
  deploy_demo
  hasten_learning
  local node crashing restarts i
  node=$(kubectl -n examples get pods -l app=demo -o jsonpath='{.items[0].spec.nodeName}')
  echo "$node" >"$WORK/sick"
  sick "$node"
  eventually 120 is_quarantined "$node"
  eventually 30 schedulers_know_a_quarantine demo
  crashing=$(kubectl -n examples get pods -l app=demo --field-selector "spec.nodeName=$node" -o name)
  restarts=$(kubectl -n examples get "$crashing" -o jsonpath='{.status.containerStatuses[0].restartCount}')
  ((restarts <= 5)) || { echo "$crashing had failed $restarts times"; return 1; }
  echo "avoided after $restarts failures"
  for i in 1 2 3 4 5 6; do new_pod "demo-$i" demo; done
  for i in 1 2 3 4 5 6; do eventually 20 is_bound "demo-$i"; done
  equal "new pods on $node" '' "$(kubectl -n examples get pods -l demo=new --field-selector "spec.nodeName=$node" -o name)"
  eventually 20 explains_the_quarantine
}
explains_the_quarantine() { contains "$(api scheduler-service /api/v1/explain/examples/demo-1)" "of type $TYPE: 3 nodes, 1 in quarantine"; }

took_a_new_pod() { # NODE
  new_pod "back-$SECONDS" demo >/dev/null
  sleep 10
  [[ -n $(kubectl -n examples get pods -l demo=new --field-selector "spec.nodeName=$1" -o name) ]]
}
use_a_repaired_node() {
  sick nobody
  local since=$SECONDS
  eventually 300 took_a_new_pod "$(<"$WORK/sick")"
  echo "in use again after $((SECONDS - since)) s"
}

remove_demo() {
  kubectl -n examples delete deployment/demo service/switch pod/switch rolebinding/rewards-reader --ignore-not-found
  kubectl -n examples delete pods -l demo=new
}

check 'A node whose containers crash is avoided after at most 5 failures, and explain says why' avoid_a_sick_node
check 'It is used again once it is repaired' use_a_repaired_node
tidy remove_demo
