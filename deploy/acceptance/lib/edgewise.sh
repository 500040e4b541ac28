# Edgewise on the cluster: applying it, asking it, and pods for it.

NAMESPACE=edgewise
k() { kubectl -n "$NAMESPACE" "$@"; }

OVERLAY=acceptance # or acceptance-static: delays from files
apply() { kubectl apply -k "$WORK/kubernetes/overlays/$OVERLAY"; }

# The namespace that is there from the beginning, with whoever asks.
prepare() {
  kubectl create namespace examples >/dev/null
  create_reader >/dev/null
}

# Applies everything as README does, then a copy of the manifests, which checks may change.
deploy() {
  step 'Deploying Edgewise'
  local failed=$FAILED
  kubectl create namespace edgewise >/dev/null
  create_passwords
  apply_file <"$ROOT/deploy/kubernetes/install/all.yaml"
  let_reader_view
  check 'kubectl apply -f install/all.yaml brings everything up' up_and_ready
  ((FAILED == failed)) || give_up
  cp -r "$ROOT/deploy/kubernetes" "$WORK/kubernetes"
  printf '{"%s": 0, "%s": 1, "%s": 2}\n' "${NODES[@]}" >"$WORK/kubernetes/overlays/acceptance-static/nodes.json"
  cp -r "$WORK/kubernetes" "$WORK/as-deployed"
  apply >/dev/null
}
apply_file() { kubectl apply -f - >>"$WORK/apply.log" 2>&1 || { cat "$WORK/apply.log" >&2; die 'kubectl apply -f failed'; }; }
# Each further check would only wait for what does not come.
give_up() {
  k get pods -o wide >&2
  k logs -l app.kubernetes.io/name --all-containers --prefix --tail=5 --max-log-requests=20 >&2 || true
  report || exit 1
}
up_and_ready() {
  local service
  for service in redis "${SERVICES[@]}"; do rolled_out "$service"; done
}

# The same passwords each time: services that run have read theirs.
create_passwords() {
  [[ -e $WORK/redis-secret ]] || "$ROOT/deploy/kubernetes/redis-secret" --namespace edgewise >"$WORK/redis-secret"
  kubectl create -f "$WORK/redis-secret" >/dev/null
}

# Back to what deploy applied.
restore() {
  rm -rf "$WORK/kubernetes"; cp -r "$WORK/as-deployed" "$WORK/kubernetes"
  apply >/dev/null; up_and_ready
}

rolled_out() { k rollout status "deployment/$1" --timeout=600s; }
# And none of the pods before is left: a leader that was replaced places pods until it is gone.
replaced() { rolled_out "$1"; eventually 60 none_stops "$1"; } # SERVICE
none_stops() {
  equal "pods of $1 that stop" '' "$(k get pods -l "app.kubernetes.io/name=$1" -o go-template='{{range .items}}{{if .metadata.deletionTimestamp}}{{.metadata.name}} {{end}}{{end}}')"
}
pods_of() { staying_pods -l "app.kubernetes.io/name=$1"; } # SERVICE
# Those that run and are to stay: a kubelet that was away no longer knows those that it has stopped, which the API still shows for a while.
staying_pods() { # [OPTION...]
  k get pods "$@" --field-selector=status.phase=Running \
    -o go-template='{{range .items}}{{if not .metadata.deletionTimestamp}}pod/{{.metadata.name}}{{"\n"}}{{end}}{{end}}' | sort
}
# Of a pod that starts alone; the API server counts whole seconds.
seconds_to_ready() { # POD
  local started ready
  started=$(k get "$1" -o jsonpath='{.status.containerStatuses[0].state.running.startedAt}')
  ready=$(k get "$1" -o jsonpath='{.status.conditions[?(@.type=="Ready")].lastTransitionTime}')
  echo $(($(date -d "$ready" +%s) - $(date -d "$started" +%s)))
}
newest() { k get pods -l "app.kubernetes.io/name=$1" --sort-by=.metadata.creationTimestamp -o name | tail -n 1; } # SERVICE
newest_is_ready() { # SERVICE ONE-THAT-IS-GONE
  local pod
  pod=$(newest "$1")
  [[ $pod != "$2" ]] && k wait --for=condition=Ready --timeout=5s "$pod" >/dev/null
}
# Deletes the newest pod, and waits for the one that replaces it.
replace_newest() { # SERVICE
  local gone
  gone=$(newest "$1")
  k delete "$gone" --wait=false >/dev/null
  eventually 120 newest_is_ready "$1" "$gone"
}
memory() { k exec "$1" -- cat /proc/1/status | awk -v field="$2:" '$1 == field { print int($2 / 1024) }'; } # POD FIELD: MiB

leads() { [[ -n $(leader "$@") ]]; } # [SERVICE]: anybody
leader() { k get lease "edgewise-${1:-scheduler-service}" -o jsonpath='{.spec.holderIdentity}' | sed 's/_[^_]*$//'; } # [SERVICE]

# What a service's REST interface, or the management port of a pod, answers. Through a forwarded port: the API server's own proxy
# keeps tokens to itself, and NetworkPolicies may shut it out.
api() { forwarded "service/$1" 8080 "$2" --fail-with-body -H "Authorization: Bearer $(token "$1")"; }
api_of_leader() { forwarded "pod/$(leader "$1")" 8080 "$2" --fail-with-body -H "Authorization: Bearer $(token "$1")"; }
actuator() { forwarded "pod/${1#pod/}" 8081 "/actuator/$2"; }

forwarded() { # OBJECT PORT PATH [CURL-OPTION...]
  local object=$1 port=$2 path=$3 log forward i status=0; shift 3
  log=$(mktemp "$WORK/forward-XXXX")
  kubectl -n "$NAMESPACE" port-forward --address 127.0.0.1 "$object" ":$port" >"$log" 2>&1 </dev/null &
  forward=$!
  for ((i = 0; i < 1200; i++)); do
    ! grep -q Forwarding "$log" && kill -0 "$forward" 2>/dev/null || break
    sleep 0.05
  done
  port=$(sed -n 's/.*127.0.0.1:\([0-9]*\).*/\1/p' "$log" | head -n 1)
  if [[ -n $port ]]; then curl -sS --max-time 60 "$@" "http://127.0.0.1:$port$path" || status=$?; else cat "$log"; status=1; fi
  kill "$forward" 2>/dev/null || true
  wait "$forward" 2>/dev/null || true
  return "$status"
}

# A token of somebody who may read everything, or of another user, made for one service.
token() { # SERVICE [USER]
  local file=$WORK/token-$1-${2:-reader}
  [[ -s $file ]] || kubectl -n examples create token "${2:-reader}" --audience="edgewise-$1" --duration=12h >"$file"
  cat "$file"
}
create_reader() {
  kubectl -n examples create serviceaccount reader
  kubectl -n examples create serviceaccount stranger
  kubectl create clusterrole acceptance-reader --verb=get,list --resource=pods,nodes
  kubectl create clusterrolebinding acceptance-reader --clusterrole=acceptance-reader --serviceaccount=examples:reader
}
let_reader_view() { k create rolebinding acceptance-reader --clusterrole=view --serviceaccount=examples:reader >/dev/null; }

# All replicas read the rewards of a type: what they say of a pod that there is not.
schedulers_know_a_quarantine() { # PODTYPE
  local pod
  for pod in $(pods_of scheduler-service); do contains "$(judged_by "$pod" podtype "$1")" 'nodes, 1 in quarantine'; done
}

redis_says() {
  contains "$(k logs -l app.kubernetes.io/name=redis --tail=5)" "No Redis password: Secret redis in namespace $NAMESPACE has neither a key for a service nor the key password."
}

# The messages of a pod's log, one a line.
messages() { k logs "$@" | sed -n 's/.*"level":"\([A-Z]*\)".*"message":"\(.*\)/\1 \2/p'; }

# One of deploy/examples/delay, with this cluster's nodes for those of the example, and room for a small machine.
example() { # NUMBER
  sed -e "s/delay_edge-12:/delay_${NODES[1]}:/; s/delay_edge-18:/delay_${NODES[0]}:/; s/delay_edge-23:/delay_${NODES[1]}:/" \
    -e "s/delay_edge-1:/delay_${NODES[0]}:/; s/delay_cloud-1:/delay_${NODES[2]}:/" \
    -e "s/cpu: .*/cpu: 10m/; s/memory: .*/memory: 32Mi/; s#image: .*#image: $IDLE#" \
    "$ROOT"/deploy/examples/delay/"$1"-*.yaml
}

# A pod of this name that a delay need, such as delay_real-0=20, binds; without one it goes anywhere. Of PROFILE, or edgewise.
pod() { # NAME [NEED]
  local need=${2:-}
  kubectl -n examples apply -f - <<YAML
apiVersion: v1
kind: Pod
metadata: {name: $1, labels: {app: $1${need:+, ${need%=*}: '${need#*=}'}}}
spec:
  schedulerName: ${PROFILE:-edgewise}
  terminationGracePeriodSeconds: 0
  containers: [{name: idle, image: $IDLE, resources: {requests: {cpu: 5m, memory: 8Mi}}}]
YAML
}

node_of() { kubectl -n examples get pod "$1" -o jsonpath='{.spec.nodeName}'; }
is_bound() { [[ -n $(node_of "$1") ]]; }
is_running() { [[ $(kubectl -n examples get pod "$1" -o jsonpath='{.status.phase}') == Running ]]; }

# The delay from one node to another by the matrix in files, in ms.
delay() { # FROM TO
  local from to i
  for i in 0 1 2; do
    [[ ${NODES[i]} != "$1" ]] || from=$i
    [[ ${NODES[i]} != "$2" ]] || to=$i
  done
  sed -n "$((from + 1))p" "$WORK/kubernetes/overlays/acceptance-static/matrix.txt" | cut -d' ' -f$((to + 1))
}
