step 'Requests run in one of two other clusters'

GLOBAL=$ROOT/deploy/kubernetes/install
MEMBERS=(edge cloud)
CONTROLLERS=serviceaccount-controller,serviceaccount-token-controller,namespace-controller,garbage-collector-controller
CONTROLLERS+=,clusterrole-aggregation-controller,deployment-controller,replicaset-controller

member() { kubectl --kubeconfig "$WORK/member-$1/kubeconfig" "${@:2}"; } # NAME ARGUMENT...

# A control plane on this machine, which pods reach by the address of the API server of their own cluster. It listens on 127.0.0.1 only; socat is there,
# since real-nodes relays that API server by it.
start_plane() { # NAME
  local plane=$WORK/member-$1 machine port
  machine=$(kubectl -n default get endpointslice kubernetes -o jsonpath='{.endpoints[0].addresses[0]}')
  bring_up control-plane "$plane" --advertise "$machine" --controllers "$CONTROLLERS" >/dev/null
  port=$(sed -n 's/.*https:\/\/127.0.0.1:\([0-9]*\).*/\1/p' "$plane/kubeconfig")
  setsid socat "TCP-LISTEN:$port,bind=$machine,fork,reuseaddr" "TCP:127.0.0.1:$port" >"$plane/relay.log" 2>&1 </dev/null &
  echo $! >"$plane/relay.pid"
  echo "https://$machine:$port" >"$plane/server"
}
# There is no kubelet: the node is an object, and its pods start when starts_pods says so.
add_node() { # MEMBER CPU
  member "$1" create -f - <<YAML
apiVersion: v1
kind: Node
metadata: {name: $1-0}
YAML
  member "$1" patch node "$1-0" --subresource=status --type=merge \
    -p "{\"status\": {\"allocatable\": {\"cpu\": \"$2\", \"memory\": \"4Gi\", \"pods\": \"10\"}, \"conditions\": [{\"type\": \"Ready\", \"status\": \"True\"}]}}"
  member "$1" taint node "$1-0" node.kubernetes.io/not-ready- || true
}
# As docs/tasks/add-a-member.md says.
admit() { # MEMBER
  member "$1" apply -f "$GLOBAL/global-member.yaml"
  member "$1" create namespace team-a
  member "$1" -n team-a create serviceaccount edgewise-tenant
  member "$1" -n team-a create rolebinding edgewise-tenant --clusterrole=edit --serviceaccount=team-a:edgewise-tenant
  member "$1" -n team-a create rolebinding edgewise-global --clusterrole=edgewise-global-impersonation --serviceaccount=edgewise-member:global-scheduler
}
field_of_token() { member "$1" -n edgewise-member get secret global-scheduler-token -o jsonpath="{.data.$2}"; } # MEMBER FIELD
has_token() { [[ -n $(field_of_token "$1" token) ]]; } # MEMBER
register() { # MEMBER
  eventually 30 has_token "$1"
  cat >"$WORK/member-$1/member.kubeconfig" <<END
current-context: member
contexts: [{name: member, context: {cluster: member, user: member}}]
clusters: [{name: member, cluster: {server: "$(<"$WORK/member-$1/server")", certificate-authority-data: $(field_of_token "$1" 'ca\.crt')}}]
users: [{name: member, user: {token: $(field_of_token "$1" token | base64 -d)}}]
END
  k create secret generic "member-$1" --from-file="kubeconfig=$WORK/member-$1/member.kubeconfig"
  k label secret "member-$1" "edgewise.dev/cluster=$1"
  k annotate secret "member-$1" edgewise.dev/namespaces=team-a
}
members_are_up() {
  local name planes=()
  for name in "${MEMBERS[@]}"; do start_plane "$name" & planes+=($!); done
  for name in "${planes[@]}"; do wait "$name"; done
  add_node edge 500m
  add_node cloud 4
  for name in "${MEMBERS[@]}"; do admit "$name"; done
}

# By processor time, which is the same beside whatever else runs here: 6 s on a processor of its own are the target.
starts_soon_and_is_small() {
  local pod processor mib
  replace_newest global-scheduler
  pod=$(newest global-scheduler)
  processor=$(processor_seconds "$pod")
  echo "measured: global-scheduler: ready $(seconds_to_ready "$pod") s after its start, with $processor s of processor time"
  awk -v is="$processor" 'BEGIN { exit !(is > 0 && is <= 10) }'
  for pod in $(pods_of global-scheduler); do
    mib=$(memory "$pod" RssAnon)
    echo "measured: global-scheduler: $mib MiB of 384, $(memory "$pod" VmRSS) with pages of files"
    ((mib <= 384))
  done
}
# What its first process has taken: utime and stime of proc(5), in hundredths of a second.
processor_seconds() { k exec "$1" -- cat /proc/1/stat | awk '{ printf "%.1f", ($14 + $15) / 100 }'; } # POD

known_members() { api global-scheduler /api/v1/clusters | grep -o '"reachable":true,"capacity":{' | wc -l; }
members_answer() {
  local name
  for name in "${MEMBERS[@]}"; do register "$name"; done
  kubectl create clusterrole acceptance-global --verb=list --resource=globalrequests.edgewise.dev
  kubectl create clusterrolebinding acceptance-global --clusterrole=acceptance-global --serviceaccount=examples:reader
  eventually 60 both_answer
}
both_answer() { equal 'members that answer' 2 "$(known_members)"; }

member_rights() { # What the account may do in a member.
  local namespace
  for namespace in team-a default; do
    equal "rights in $namespace" "$(written "$namespace" "$HERE/rights/global/member.txt")" \
      "$(KUBECONFIG=$WORK/member-edge/kubeconfig own_rights global-scheduler "$namespace" edgewise-member)"
  done
}

request() { # NAME CPU READY-WITHIN: a Deployment for edge, and for cloud if edge cannot take it
  kubectl -n team-a create -f - <<YAML
apiVersion: edgewise.dev/v1alpha1
kind: GlobalRequest
metadata: {name: $1}
spec:
  clusters: [[edge], [cloud]]
  readyWithinSeconds: $3
  manifests:
    inline: |
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: $1}
      spec:
        selector: {matchLabels: {app: $1}}
        template:
          metadata: {labels: {app: $1}}
          spec:
            containers: [{name: main, image: idle, resources: {requests: {cpu: $2}}}]
YAML
}
starts_pods() { # MEMBER
  local pod
  for pod in $(member "$1" -n team-a get pods -o name); do
    member "$1" -n team-a patch "$pod" --subresource=status --type=merge \
      -p '{"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}}'
  done
}
runs_in_cloud() { # REQUEST ATTEMPT...
  starts_pods cloud
  equal "$1" "Completed in cloud, attempts: ${*:2}" \
    "$(kubectl -n team-a get globalrequest "$1" -o jsonpath='{.status.phase} in {.status.cluster}, attempts:{range .status.attempts[*]} {.cluster}{.phase}{end}')"
}
of_requests() { member "$1" get configmaps,deployments,replicasets,pods -A -l edgewise.dev/request -o name; } # MEMBER
passes_by_a_full_cluster() {
  request large 2 120
  eventually 60 runs_in_cloud large cloudReady
}
# No pod ever starts in edge: the attempt there ends after the time that cloud has, too.
cleans_up_where_it_did_not_start() {
  request small 100m 60
  eventually 90 runs_in_cloud small edgeCleaned cloudReady
  equal 'what requests have in edge' '' "$(of_requests edge)"
  equal 'Deployments in cloud' $'deployment.apps/large\ndeployment.apps/small' "$(of_requests cloud | grep ^deployment)"
  contains "$(api global-scheduler /api/v1/leftovers)" '{"objects":[],"unanswered":[],'
}
leaves_nothing() {
  local name
  kubectl -n team-a delete globalrequests --all --timeout=300s
  for name in "${MEMBERS[@]}"; do
    equal "what requests have in $name" '' "$(of_requests "$name")"
  done
}

remove_global() {
  kubectl delete -k "$ROOT/deploy/kubernetes/global" --timeout=300s
  kubectl delete namespace team-a --timeout=300s
  kubectl delete clusterrole,clusterrolebinding acceptance-global
  k delete secret member-edge member-cloud
  stop_members
}

if [[ -n ${EDGEWISE_TOOLS:-} ]]; then
  kubectl create namespace team-a >/dev/null
  # It starts while the members do.
  apply_file <"$GLOBAL/global.yaml"
  check 'Two control planes have what a member needs' members_are_up
  check 'install/global.yaml brings global-scheduler up' rolled_out global-scheduler
  check_rights global/global-scheduler.txt
  check 'Its account in a member may do what rights/global/member.txt says, and nothing else' member_rights
  check 'It is ready soon, and keeps to its memory' starts_soon_and_is_small
  check 'It reaches both by the tokens in their Secrets' members_answer
  check 'A request passes by a cluster that is full' passes_by_a_full_cluster
  check 'Nothing is left in a cluster in which it did not become ready' cleans_up_where_it_did_not_start
  check 'Deleted requests leave nothing in any cluster' leaves_nothing
  check 'It can be removed again' remove_global
else
  skip 'Requests for other clusters' 'EDGEWISE_TOOLS is needed for two more control planes'
fi
