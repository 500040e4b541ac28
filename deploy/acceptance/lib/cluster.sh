# The cluster, and the images on it.

# Those that the manifests name, one that does nothing, and the relay.
IDLE=edgewise.invalid/idle:acceptance
RELAY=edgewise.invalid/relay:acceptance
SPARK=edgewise.invalid/spark:acceptance
FLINK=edgewise.invalid/flink:acceptance
KUBE_SCHEDULER=$(sed -n 's/.*{name: kube-scheduler, newName: \(.*\), newTag: \(.*\)}/\1:\2/p' "$ROOT/deploy/kubernetes/components/images/kustomization.yaml")
mapfile -t SERVICES < <("$ROOT/deploy/image/build" --list all.yaml)
BUILT=("${SERVICES[@]}")
images_of() { sed -n 's/^ *image: //p' "$ROOT/deploy/kubernetes/install/$1" | sort -u; } # FILE
mapfile -t IMAGES < <(images_of all.yaml; printf '%s\n' "$IDLE" "$RELAY" "$KUBE_SCHEDULER")
image() { printf '%s\n' "${IMAGES[@]}" | grep "/$1:"; } # SERVICE
is_needed() { [[ " ${IMAGES[*]} " == *" $1 "* ]]; } # IMAGE

BETWEEN_PODS=(-s 10.244.0.0/16 -d 10.244.0.0/16 -j ACCEPT)

choose_cluster() {
  if [[ -z ${EDGEWISE_TOOLS:-} && -z ${EDGEWISE_LOAD_IMAGES:-} && -x $ROOT/../shared/bin/real-nodes ]]; then
    EDGEWISE_TOOLS=$ROOT/../shared/bin
    export EDGEWISE_BASE_IMAGE=${EDGEWISE_BASE_IMAGE:-edgewise.local/jre:25}
    EDGEWISE_REDIS_IMAGE=${EDGEWISE_REDIS_IMAGE:-edgewise.local/redis:7}
    EDGEWISE_WORKLOAD_IMAGE=${EDGEWISE_WORKLOAD_IMAGE:-$EDGEWISE_REDIS_IMAGE}
  fi
  if [[ -z ${EDGEWISE_TOOLS:-} && (-z ${KUBECONFIG:-} || -z ${EDGEWISE_LOAD_IMAGES:-}) ]]; then
    echo 'No cluster: set EDGEWISE_TOOLS, or KUBECONFIG and EDGEWISE_LOAD_IMAGES; --help explains them. Nothing was checked.'
    SKIPPED=1; report; exit 0
  fi
  # It is no part of all.yaml, and its check needs two control planes more.
  if [[ -n ${EDGEWISE_TOOLS:-} ]] && is_chosen 6-global.sh; then
    BUILT+=(global-scheduler)
    IMAGES+=("$(images_of global.yaml)")
  fi
}

build_jars() {
  local jar jars=("${BUILT[@]/#global-scheduler/scheduler-service/global}" deploy/image)
  for jar in "${jars[@]}"; do
    if [[ -z $(find "$ROOT/$jar/target" -maxdepth 1 -name '*.jar' -newer "$ROOT/pom.xml" 2>/dev/null) ]] ||
      [[ -n $("$ROOT/deploy/newer-source" "$(ls "$ROOT/$jar"/target/*.jar | head -n 1)" deploy/image) ]]; then
      step 'Building jars'
      "$ROOT/mvnw" -f "$ROOT/pom.xml" -q -B -DskipTests package -pl "$(IFS=,; echo "${jars[*]/%scheduler-service/scheduler-service/app}")" -am >&2
      for jar in "${jars[@]}"; do touch "$ROOT/$jar"/target/*.jar; done
      return
    fi
  done
}

build_images() {
  if [[ -n ${EDGEWISE_TOOLS:-} ]] && ! docker version >/dev/null 2>&1; then
    step 'Starting a Docker engine'
    eval "$("$EDGEWISE_TOOLS/images" up "$WORK/docker" | tail -n 1)"
  fi
  local service variable
  for service in "${BUILT[@]}"; do
    variable=${service^^}; variable=EDGEWISE_${variable//-/_}_IMAGE
    if [[ -n ${!variable:-} ]]; then
      docker tag "${!variable}" "$(image "$service")"
      continue
    fi
    step "Building the image of $service"
    "$ROOT/deploy/image/build" "$service"
  done
  if is_needed "$RELAY"; then build_relay; fi
  if is_needed "$KUBE_SCHEDULER"; then build_kube_scheduler; fi
  if is_needed "$SPARK"; then build_spark_and_flink; fi
  docker tag "${EDGEWISE_REDIS_IMAGE:-$(image redis)}" "$(image redis)"
  docker tag "${EDGEWISE_WORKLOAD_IMAGE:-registry.k8s.io/pause:3.10}" "$IDLE"
  # While the nodes start.
  docker save "${IMAGES[@]}" -o "$WORK/images.tar" & SAVING=$!
}

# The relay is no part of Edgewise: it delays what agents send, to check what they measure.
build_relay() {
  local context=$WORK/relay base
  base=${EDGEWISE_BASE_IMAGE:-$(sed -n 's/^ARG BASE=//p' "$ROOT/deploy/image/Dockerfile")}
  mkdir "$context"
  cp "$ROOT"/network-probe/agent/target/network-probe-agent{,-relay}.jar "$context"
  cat >"$context/Dockerfile" <<DOCKERFILE
FROM $base
COPY network-probe-agent.jar network-probe-agent-relay.jar /relay/
USER 10001:10001
ENTRYPOINT ["java", "-Xmx16m", "-cp", "/relay/*", "dev.edgewise.networkprobe.relay.RelayMain"]
DOCKERFILE
  docker build --quiet --tag "$RELAY" "$context" >&2
}

# Of the whole suite, the check of Spark and Flink needs scheduler-service.
choose_spark_and_flink() {
  SERVICES=(scheduler-service) BUILT=(scheduler-service)
  IMAGES=("$(image scheduler-service)" "$(image redis)" "$IDLE" "$SPARK" "$FLINK")
}
# Both need modules of Java that a small run-time lacks.
build_spark_and_flink() {
  JOB_BASE=${EDGEWISE_JOB_BASE_IMAGE:-}
  if [[ -z $JOB_BASE && -n ${EDGEWISE_BASE_IMAGE:-} ]]; then build_job_base; fi
  build_job spark "$SPARK"
  build_job flink "$FLINK"
}
build_job_base() {
  local context=$WORK/java jlink
  jlink=$(dirname "$(readlink -f "$(command -v javac)")")/jlink
  JOB_BASE=edgewise.invalid/java:acceptance
  mkdir "$context"
  "$jlink" --add-modules java.se,jdk.unsupported,jdk.security.auth,jdk.security.jgss,jdk.incubator.vector,jdk.crypto.ec,jdk.zipfs,jdk.management,jdk.net \
    --strip-debug --no-header-files --no-man-pages --output "$context/java" >&2
  printf 'FROM %s\nCOPY java /opt/java/jobs\nENV JAVA_HOME=/opt/java/jobs PATH=/opt/java/jobs/bin:/usr/sbin:/usr/bin:/sbin:/bin\n' \
    "$EDGEWISE_BASE_IMAGE" >"$context/Dockerfile"
  docker build --quiet --tag "$JOB_BASE" "$context" >&2
  rm -r "$context"
}
build_job() { # DIRECTORY IMAGE
  step "Building a job of $1"
  "$ROOT/mvnw" -f "$SPARK_FLINK/$1/pom.xml" -q -B package >&2
  local options=()
  [[ -z $JOB_BASE ]] || options+=(--build-arg "BASE=$JOB_BASE")
  docker build --quiet "${options[@]}" --tag "$2" "$SPARK_FLINK/$1" >&2
}

# The control plane's own, where the tools made that.
build_kube_scheduler() {
  local context=$WORK/kube-scheduler
  if [[ -z ${EDGEWISE_TOOLS:-} || -n ${EDGEWISE_KUBE_SCHEDULER_IMAGE:-} ]]; then
    docker tag "${EDGEWISE_KUBE_SCHEDULER_IMAGE:-$KUBE_SCHEDULER}" "$KUBE_SCHEDULER"
    return
  fi
  mkdir "$context"
  cp "$("$EDGEWISE_TOOLS/control-plane" install)/kube-scheduler" "$context"
  printf 'FROM scratch\nCOPY kube-scheduler /usr/local/bin/\n' >"$context/Dockerfile"
  docker build --quiet --tag "$KUBE_SCHEDULER" "$context" >&2
  rm -r "$context"
}

# A program may not be ready in time on a slow machine: then it is taken down and brought up once more.
bring_up() { # TOOL DIRECTORY OPTION...
  "$EDGEWISE_TOOLS/$1" up "${@:2}" || { "$EDGEWISE_TOOLS/$1" down "$2" >&2 || true; "$EDGEWISE_TOOLS/$1" up "${@:2}"; }
}

start_cluster() {
  step 'Starting the nodes'
  if [[ -n ${EDGEWISE_TOOLS:-} ]]; then
    KUBECONFIG=$(bring_up real-nodes "$WORK/cluster" --nodes 3 --scheduler)
    export KUBECONFIG
    # A Docker engine on the same machine drops what is forwarded between bridges that are not its own.
    iptables -C FORWARD "${BETWEEN_PODS[@]}" 2>/dev/null || iptables -I FORWARD "${BETWEEN_PODS[@]}"
    local i
    for i in 0 1 2; do keep_logs_apart "$i"; done
    wait "$SAVING"
    "$EDGEWISE_TOOLS/real-nodes" load "$WORK/cluster" "$WORK/images.tar" >&2
  else
    wait "$SAVING"
    $EDGEWISE_LOAD_IMAGES "$WORK/images.tar"
  fi
  rm "$WORK/images.tar"
  mapfile -t NODES < <(kubectl get nodes -o name | sed 's/^node\///' | sort | head -n 3)
  ((${#NODES[@]} == 3)) || die "three nodes are needed, but there are ${#NODES[@]}"
  kubectl label node "${NODES[2]}" kubernetes.io/role=cloud >/dev/null
}

# Kubelets of one machine each remove the logs of the others' pods once a minute, if they have the default directory in common.
keep_logs_apart() { # NODE-NUMBER
  local node=$WORK/cluster/node-$1 pid
  pid=$(<"$WORK/cluster/kubelet-$1.pid")
  echo "podLogsDir: $node/logs" >>"$node/kubelet.yaml"
  rm "$WORK/cluster/kubelet-$1.pid"
  kill "$pid"
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  "$EDGEWISE_TOOLS/real-nodes" resume "$WORK/cluster" "$1"
}

stop_prometheus() {
  [[ -f $WORK/prometheus/pids ]] || return 0
  xargs kill <"$WORK/prometheus/pids" 2>/dev/null || true
  rm "$WORK/prometheus/pids"
}

stop_members() {
  local plane stopping=()
  for plane in "$WORK"/member-*; do
    [[ -d $plane ]] || continue
    stop_member "$plane" & stopping+=($!)
  done
  ((${#stopping[@]} == 0)) || wait "${stopping[@]}"
}
stop_member() { # DIRECTORY
  [[ ! -f $1/relay.pid ]] || kill "$(<"$1/relay.pid")" 2>/dev/null || true
  "$EDGEWISE_TOOLS/control-plane" down "$1" || true
  rm -rf "$1"
}

tear_down() {
  ((${#OPERATORS[@]} == 0)) || kill "${OPERATORS[@]}" 2>/dev/null || true
  if [[ ${EDGEWISE_KEEP:-} == 1 ]]; then
    echo "acceptance: left in $WORK; KUBECONFIG=${KUBECONFIG:-}" >&2
    return
  fi
  stop_prometheus
  stop_members
  if [[ -d $WORK/cluster ]]; then
    "$EDGEWISE_TOOLS/real-nodes" down "$WORK/cluster" >/dev/null 2>&1 || true
    iptables -D FORWARD "${BETWEEN_PODS[@]}" 2>/dev/null || true
  elif [[ -n ${NODES:-} ]]; then
    kubectl delete --ignore-not-found --wait=false namespace edgewise examples >/dev/null || true
    kubectl delete -k "$WORK/kubernetes/overlays/acceptance" --ignore-not-found --wait=false >/dev/null 2>&1 || true
    kubectl delete clusterrole,clusterrolebinding acceptance-reader acceptance-group acceptance-group-view acceptance-group-nodes edgewise-rl-scheduler --ignore-not-found >/dev/null || true
    kubectl label node "${NODES[2]}" kubernetes.io/role- >/dev/null || true
  fi
  if [[ -d $WORK/docker ]]; then "$EDGEWISE_TOOLS/images" down "$WORK/docker" || true; fi
  rm -rf "$WORK" 2>/dev/null || true
}
