step 'Changes, restarts and failures'
use_static_delays

groups_are_up() { # POD
  contains "$(actuator "$1" health/readiness)" '"status":"UP"'
  contains "$(actuator "$1" health/liveness)" '"status":"UP"'
}
useful_without_redis() {
  local pod
  k scale deployment/redis --replicas=0
  k wait --for=delete pod -l app.kubernetes.io/name=redis --timeout=300s
  pod without-redis "delay_${NODES[0]}=15"
  eventually 20 is_running without-redis
  for pod in $(pods_of scheduler-service) $(pods_of network-probe); do eventually 20 groups_are_up "$pod"; done
  eventually 20 leader_is_degraded
}
leader_is_degraded() { contains "$(actuator "$(leader)" health)" 'DEGRADED'; }
check 'Without Redis, health groups stay up, health says so, and pods are placed' useful_without_redis

comes_back() {
  k scale deployment/redis --replicas=1
  rolled_out redis
  eventually 40 known_again
  pod after-redis "delay_${NODES[2]}=10"
  eventually 30 is_running after-redis
  equal 'node' "${NODES[2]}" "$(node_of after-redis)"
}
known_again() { contains "$(actuator "$(leader)" health)" '"status":"UP"'; [[ $(actuator "$(leader)" health) != *DEGRADED* ]]; }
check 'A Redis that lost everything is filled again' comes_back

suite_is_listed() {
  local suite
  suite=$(api scheduler-service /api/v1/suite)
  contains "$suite" '"name":"scheduler-service","health":"UP","replicas":2,"ready":2,"versions":["0.1.0'
  contains "$suite" '"name":"network-probe","health":"UP","replicas":1,"ready":1,"versions":["0.1.0'
}
check 'The installed services are listed with replicas, versions and health' eventually 30 suite_is_listed

a_change_rolls_its_readers() {
  local schedulers probes
  schedulers=$(pods_of scheduler-service) probes=$(pods_of network-probe)
  sed -i 's/^0 12 40$/0 11 40/' "$WORK/kubernetes/overlays/acceptance-static/matrix.txt"
  apply
  rolled_out network-probe
  equal 'scheduler-service' "$schedulers" "$(pods_of scheduler-service)"
  [[ $(pods_of network-probe) != "$probes" ]] || { echo 'network-probe was not rolled'; return 1; }
  eventually 30 schedules_by "${NODES[0]}" "${NODES[1]}" 11
}
check 'A changed ConfigMap rolls the pods that read it, and no others' a_change_rolls_its_readers

killed_leader() {
  local before i
  eventually 30 leads
  before=$(leader)
  for i in 1 2 3 4 5; do pod "early-$i" "delay_${NODES[1]}=15"; done
  k delete pod "$before" --force --grace-period=0
  for i in 1 2 3 4 5; do pod "late-$i" "delay_${NODES[1]}=15"; done
  for i in 1 2 3 4 5; do eventually 40 is_running "early-$i"; eventually 40 is_running "late-$i"; done
  [[ $(leader) != "$before" ]]
}
check 'A killed leader loses no pod: the standby takes over' killed_leader

standby_knows_the_leader() {
  local pod
  pod=$(pods_of scheduler-service | grep -v "/$(leader)$")
  contains "$(messages "$pod")" "$(leader)"
}
check 'The new standby says who leads' eventually 40 standby_knows_the_leader
rolled_out scheduler-service >/dev/null || true
