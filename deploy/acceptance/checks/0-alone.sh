step 'Each service alone, and all in another namespace'

apply_service() { "$ROOT/deploy/kubernetes/render" --namespace "$NAMESPACE" "$1" | apply_file; }
remove_service() { "$ROOT/deploy/kubernetes/render" --namespace "$NAMESPACE" "$1" | kubectl delete --ignore-not-found -f - >/dev/null; }

schedules_alone() {
  rolled_out scheduler-service
  eventually 60 leads
  pod alone
  eventually 30 is_running alone
  eventually 30 leader_misses_redis
}
leader_misses_redis() {
  contains "$(messages "$(leader)")" 'last known values'
  contains "$(actuator "$(leader)" health)" 'DEGRADED'
}
measures_alone() {
  rolled_out network-probe
  k rollout status daemonset/network-probe-agent --timeout=300s
  eventually 60 all_measured
  eventually 30 says_rtts_are_not_shared
}
says_rtts_are_not_shared() { contains "$(messages deployment/network-probe)" 'is not shared'; }

adapts_alone() {
  rolled_out energy-adapter
  eventually 60 says_it_is_not_shared
  eventually 30 shows_its_nodes
}
shows_its_nodes() { contains "$(actuator "$(pods_of energy-adapter | head -n 1)" health)" 'clusterNodes'; }
says_it_is_not_shared() { contains "$(messages -l app.kubernetes.io/name=energy-adapter --tail=-1)" 'is not shared'; }

moves_nothing_alone() {
  rolled_out function-offloader
  pod follower faas_function=follower
  eventually 60 says_why_it_moves_nothing
}
says_why_it_moves_nothing() {
  contains "$(messages -l app.kubernetes.io/name=function-offloader --tail=-1)" \
    'No pod is moved; cause=there is no node that is ready and has a valid reading of its energy'
}

learns_alone() {
  rolled_out reward-monitor
  eventually 60 says_rewards_are_not_shared
}
says_rewards_are_not_shared() { contains "$(messages -l app.kubernetes.io/name=reward-monitor --tail=-1)" 'is not shared'; }

# Each in a namespace of its own, where it finds none of the others.
for service in redis "${SERVICES[@]}"; do NAMESPACE=alone-$service apply_service "$service"; done
NAMESPACE=alone-network-probe let_reader_view
NAMESPACE=alone-redis check 'redis alone says that it has no password, and how to create one' eventually 90 redis_says
NAMESPACE=alone-scheduler-service check 'scheduler-service alone places pods, and says that there is no Redis' schedules_alone
NAMESPACE=alone-energy-adapter check 'energy-adapter alone is ready, and says that there is no Redis' adapts_alone
NAMESPACE=alone-function-offloader check 'function-offloader alone moves nothing, and says why' moves_nothing_alone
NAMESPACE=alone-reward-monitor check 'reward-monitor alone learns, and says that there is no Redis' learns_alone
NAMESPACE=alone-network-probe check 'network-probe alone measures all pairs of nodes, and says that there is no Redis' measures_alone
tidy kubectl -n examples delete pod alone follower --ignore-not-found
for service in redis "${SERVICES[@]}"; do NAMESPACE=alone-$service tidy remove_service "$service" & done
wait

works_elsewhere() {
  up_and_ready
  eventually 60 all_measured
  eventually 30 leads
  pod elsewhere "delay_${NODES[1]}=50"
  eventually 30 is_running elsewhere
  eventually 30 shares_a_password
}
shares_a_password() { contains "$(k logs deployment/redis)" 'Services share a Redis password'; }
kubectl create namespace elsewhere >/dev/null
# One password for all, as before each service had its own.
kubectl -n elsewhere create secret generic redis --from-literal=password="$(openssl rand -hex 16)" >/dev/null
NAMESPACE=elsewhere apply_service all
NAMESPACE=elsewhere let_reader_view
NAMESPACE=elsewhere check 'render --namespace: everything works in a namespace of another name' works_elsewhere
tidy kubectl -n examples delete pod elsewhere --ignore-not-found
NAMESPACE=elsewhere tidy remove_service all
