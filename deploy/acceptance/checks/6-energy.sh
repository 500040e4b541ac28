step 'Functions follow the energy of nodes'

# Prometheus runs on this machine, where pods reach it as they reach the API server.
METRICS=$WORK/prometheus/metrics
start_prometheus() {
  local address exporter
  mkdir -p "$METRICS"
  charge 90 90 90
  python3 -u -m http.server --bind 127.0.0.1 --directory "$METRICS" 0 >"$WORK/prometheus/exporter.log" 2>&1 &
  echo $! >>"$WORK/prometheus/pids"
  eventually 10 grep -q ' port ' "$WORK/prometheus/exporter.log"
  exporter=127.0.0.1:$(sed -n 's/.* port \([0-9]*\).*/\1/p' "$WORK/prometheus/exporter.log" | head -n 1)
  cat >"$WORK/prometheus/prometheus.yml" <<YAML
global: {scrape_interval: 2s}
scrape_configs:
  - {job_name: batteries, metrics_path: /metrics.txt, static_configs: [{targets: ["$exporter"]}]}
YAML
  address=$(kubectl get endpoints kubernetes -o jsonpath='{.subsets[0].addresses[0].ip}'):$((20000 + RANDOM % 10000))
  echo "http://$address" >"$WORK/prometheus/url"
  prometheus --config.file="$WORK/prometheus/prometheus.yml" --storage.tsdb.path="$WORK/prometheus/data" \
    --web.listen-address="$address" >"$WORK/prometheus/prometheus.log" 2>&1 &
  echo $! >>"$WORK/prometheus/pids"
  eventually 30 curl -sf "http://$address/-/ready"
}

# What the nodes' exporters say, in percent. The file's name ends so that it is served as text, as Prometheus wants it.
charge() { # OF-NODE-0 OF-NODE-1 OF-NODE-2
  local node
  for node in "${NODES[@]}"; do
    echo "node_power_supply_capacity{node=\"$node\",power_supply=\"BAT0\"} $1"; shift
  done >"$METRICS/new"
  mv "$METRICS/new" "$METRICS/metrics.txt"
}

level() { kubectl get node "$1" -o jsonpath='{.metadata.labels.energy-status}'; }
has_level() { equal "energy-status of $1" "$2" "$(level "$1")"; }

all_well_powered() {
  local node
  for node in "${NODES[@]}"; do eventually 60 has_level "$node" well-powered; done
}

# A level may change again soon: this check does not wait for the default, a minute.
reads_prometheus() {
  k set env deployment/energy-adapter EDGEWISE_ENERGYADAPTER_SOURCES_0_TYPE=prometheus EDGEWISE_ENERGYADAPTER_LEVELS_DWELL=5s \
    EDGEWISE_ENERGYADAPTER_PROMETHEUS_URL="$(<"$WORK/prometheus/url")" EDGEWISE_ENERGYADAPTER_PROMETHEUS_POLL=5s \
    EDGEWISE_ENERGYADAPTER_PROMETHEUS_QUERIES_0='node_power_supply_capacity{job="batteries"}'
  rolled_out energy-adapter
  all_well_powered
}

# Functions that answer, and somebody who calls them all the time and notes what gets no answer.
deploy_functions() {
  kubectl -n examples apply -f - <<YAML
apiVersion: v1
kind: Service
metadata: {name: function}
spec: {selector: {faas_function: function}, ports: [{port: 6379}]}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: function}
spec: {minAvailable: 2, selector: {matchLabels: {faas_function: function}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: function}
spec:
  replicas: 3
  selector: {matchLabels: {faas_function: function}}
  template:
    metadata: {labels: {faas_function: function}}
    spec:
      schedulerName: edgewise
      topologySpreadConstraints:
        - {maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {faas_function: function}}}
      containers:
        - name: function
          image: $(image redis)
          command: [redis-server, --save, "", --protected-mode, "no"]
          readinessProbe: {tcpSocket: {port: 6379}, periodSeconds: 1}
          # Callers learn that a pod goes before it does.
          lifecycle: {preStop: {sleep: {seconds: 15}}}
          resources: {requests: {cpu: 10m, memory: 16Mi}}
YAML
  kubectl -n examples rollout status deployment/function --timeout=300s
  kubectl -n examples apply -f - <<YAML
apiVersion: v1
kind: Pod
metadata: {name: caller}
spec:
  terminationGracePeriodSeconds: 0
  containers:
    - name: caller
      image: $(image redis)
      command:
        - sh
        - -c
        - |
          called() { [ "\$(timeout 15 redis-cli -h "\$FUNCTION_SERVICE_HOST" ping)" = PONG ]; }
          until called; do sleep 0.2; done
          while true; do if called; then echo answered; else echo lost; fi; sleep 0.1; done
      resources: {requests: {cpu: 10m, memory: 16Mi}}
YAML
  eventually 30 is_running caller
}
functions_on() { kubectl -n examples get pods -l faas_function=function --field-selector "spec.nodeName=$1" "${@:2}"; } # NODE [OPTION...]
all_ready() { equal 'ready functions' 3 "$(kubectl -n examples get deployment function -o jsonpath='{.status.readyReplicas}')"; }
calls() { kubectl -n examples logs caller | grep -c "^$1\$" || true; }

# Quick enough for a check; rates and budgets stay as they are. The policy edgewise leaves functions this small where they are.
hasten_moves() {
  k set env deployment/function-offloader EDGEWISE_FUNCTIONOFFLOADER_POLICY=greedy EDGEWISE_FUNCTIONOFFLOADER_INTERVAL=2s \
    EDGEWISE_FUNCTIONOFFLOADER_SAFETY_MINAGE=5s EDGEWISE_FUNCTIONOFFLOADER_SAFETY_BADREADINGS=3 \
    EDGEWISE_FUNCTIONOFFLOADER_SAFETY_WORKLOADWINDOW=5s
  rolled_out function-offloader
}

leave_a_weak_node() {
  deploy_functions
  hasten_moves
  local weak charges=(90 90 90) i
  weak=$(kubectl -n examples get pods -l faas_function=function -o jsonpath='{.items[0].spec.nodeName}')
  for i in 0 1 2; do [[ ${NODES[i]} != "$weak" ]] || charges[i]=5; done
  charge "${charges[@]}"
  local since=$SECONDS seconds most
  eventually 60 has_level "$weak" powerless
  eventually 60 nobody_stays_on "$weak"
  seconds=$((SECONDS - since)) most=$(most_seconds 60)
  echo "measured: functions leave after $seconds s, of at most $most"
  ((seconds <= most)) || { echo "at most $most s are allowed"; return 1; }
  eventually 60 nobody_is_on "$weak"
  eventually 30 all_ready
  eventually 30 event_names "$weak"
  eventually 10 has_landed_from "$weak"
  equal 'calls without an answer' 0 "$(calls lost)"
  (($(calls answered) > 20)) || { echo "only $(calls answered) calls were answered"; return 1; }
}
event_names() { contains "$(kubectl -n examples get events --field-selector reason=Offloaded -o jsonpath='{.items[*].message}')" "$1"; } # NODE
# The leader alone knows its moves, and the new one leads when the old one is gone.
has_landed_from() { # NODE
  local moves
  moves=$(api_of_leader function-offloader /api/v1/offloads)
  grep -q "\"source\":\"$1\"[^}]*\"result\":\"LANDED\"" <<<"$moves" || { echo "no move off $1 landed: $moves"; return 1; }
}
nobody_is_on() { equal "functions on $1" '' "$(functions_on "$1" -o name)"; } # NODE
# Without those that are on their way out, which callers can still reach for a while.
nobody_stays_on() { # NODE
  equal "functions that stay on $1" '' "$(functions_on "$1" \
    -o go-template='{{range .items}}{{if not .metadata.deletionTimestamp}}{{.metadata.name}} {{end}}{{end}}')"
}

# The checks after this one find the services as they were applied, and nodes that are alike.
restore_energy() {
  charge 90 90 90
  all_well_powered
  kubectl -n examples delete deployment/function service/function pdb/function pod/caller --ignore-not-found
  k set env deployment/energy-adapter EDGEWISE_ENERGYADAPTER_SOURCES_0_TYPE- EDGEWISE_ENERGYADAPTER_LEVELS_DWELL- \
    EDGEWISE_ENERGYADAPTER_PROMETHEUS_URL- EDGEWISE_ENERGYADAPTER_PROMETHEUS_POLL-
  k set env deployment/function-offloader EDGEWISE_FUNCTIONOFFLOADER_POLICY- EDGEWISE_FUNCTIONOFFLOADER_INTERVAL- \
    EDGEWISE_FUNCTIONOFFLOADER_SAFETY_MINAGE- EDGEWISE_FUNCTIONOFFLOADER_SAFETY_BADREADINGS- \
    EDGEWISE_FUNCTIONOFFLOADER_SAFETY_WORKLOADWINDOW-
  rolled_out energy-adapter
  rolled_out function-offloader
}

if [[ -n ${EDGEWISE_TOOLS:-} ]] && command -v prometheus >/dev/null && command -v python3 >/dev/null; then
  check 'Prometheus scrapes the batteries' start_prometheus
  check 'energy-adapter reads a real Prometheus, and labels the nodes' reads_prometheus
  check 'When a reading falls, functions leave the node soon, and no call is lost' leave_a_weak_node
  restore_energy >/dev/null || true
  stop_prometheus
else
  skip 'Functions leave a weak node' 'it needs the programs prometheus and python3, and pods that reach this machine'
fi
