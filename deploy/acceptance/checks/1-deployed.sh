step 'What is deployed'

check 'kubectl apply -k with an overlay on top, too' up_and_ready

for rights in "$HERE"/rights/*.txt; do check_rights "${rights#"$HERE"/rights/}"; done

check 'A group of the checks may look before it changes, as kubectl does' let_group_look
kubectl -n examples create deployment scaled --image="$IDLE" >/dev/null
pod evicted >/dev/null
check 'energy-adapter changes its label and its taint, and nothing else of a node' energy_adapter_changes_its_own "${NODES[0]}"
check 'function-offloader evicts, reserves and scales what it may, and nothing else' function_offloader_moves_what_it_may evicted scaled
check 'PriorityClass edgewise-scheduler is for pods of the suite' class_is_ours
tidy kubectl -n examples delete deployment/scaled pod/evicted --wait=false --ignore-not-found

enforces_restricted() {
  equal 'the namespace enforces' restricted \
    "$(kubectl get namespace edgewise -o jsonpath='{.metadata.labels.pod-security\.kubernetes\.io/enforce}')"
  if k run root --image=x --dry-run=server 2>"$WORK/refused"; then echo 'a pod of any kind was admitted'; return 1; fi
  contains "$(<"$WORK/refused")" 'violates PodSecurity "restricted'
  if grep -i 'would violate' "$WORK/apply.log"; then return 1; fi
}
check 'Pod Security restricted holds, and all pods run under it' enforces_restricted

as_nobody() { # POD
  equal 'user' 10001 "$(k exec "$1" -- id -u)"
  if k exec "$1" -- touch /written 2>/dev/null; then echo 'the root file system can be written to'; return 1; fi
}
all_as_nobody() { local pod; for pod in $(staying_pods); do as_nobody "$pod"; done; }
check 'All run as a user without rights on a root that cannot be written to' all_as_nobody

small() {
  local pod mib
  for pod in $(pods_of scheduler-service); do
    mib=$(memory "$pod" VmRSS)
    echo "$pod: $mib MiB"
    ((mib <= 300))
  done
}
check 'scheduler-service takes at most 300 MiB' small

# Pages of files, such as what Java learnt in training, are the kernel's to take back: those that only the start needed. Where there is room for
# fewer, a service reads the others again and again.
within_limits() {
  local limit service pod
  for limit in network-probe:512 energy-adapter:256 function-offloader:256 reward-monitor:384; do
    service=${limit%:*}
    for pod in $(pods_of "$service"); do
      echo "measured: $service: $(memory "$pod" RssAnon) MiB of ${limit#*:}, $(memory "$pod" VmRSS) with pages of files"
      (($(memory "$pod" RssAnon) <= ${limit#*:}))
    done
  done
}
# How often each has waited for a page of a file: majflt of proc(5).
waits_for_files() {
  local service pod
  for service in scheduler-service network-probe energy-adapter function-offloader reward-monitor; do
    for pod in $(pods_of "$service"); do k exec "$pod" -- cat /proc/1/stat | awk -v pod="${pod#pod/}" '{ print pod, $12 }'; done
  done
}
needs_no_files_again() {
  local before after most
  before=$(waits_for_files)
  [[ -n $before ]]
  sleep 10
  after=$(waits_for_files)
  most=$(join <(echo "$before" | sort) <(echo "$after" | sort) | awk '{ more = $3 - $2; if (more > most) most = more } END { print most + 0 }')
  echo "at most $most waits for files in 10 s"
  ((most <= 100))
}
check 'Each other service takes no more memory than its limit' within_limits
check 'None waits for its own files to be read again' eventually 60 needs_no_files_again

nothing_restarted() {
  equal 'restarts' '' "$(k get pods -o jsonpath='{range .items[*]}{.metadata.name} {.status.containerStatuses[0].restartCount}{"\n"}{end}' | grep -v ' 0$' || true)"
}
check 'Nothing had to be started twice' nothing_restarted

starts_soon() {
  local service seconds most
  for service in scheduler-service network-probe energy-adapter function-offloader reward-monitor; do
    replace_newest "$service"
    seconds=$(seconds_to_ready "$(newest "$service")")
    most=$(most_seconds 30)
    echo "measured: $service: ready $seconds s after its start, of at most $most"
    ((seconds <= most)) || { messages "$(newest "$service")"; return 1; }
  done
}
check 'A service that is started again is ready soon' starts_soon

status_of() { # SERVICE PATH [TOKEN]
  forwarded "service/$1" 8080 "$2" -o /dev/null -w '%{http_code}' ${3:+-H "Authorization: Bearer $3"}
}
shows_by_role() { # SERVICE PATH
  equal "$2 without a token" 401 "$(status_of "$1" "$2")"
  equal "$2 without a role" 403 "$(status_of "$1" "$2" "$(token "$1" stranger)")"
  equal "$2 with a role" 200 "$(status_of "$1" "$2" "$(token "$1")")"
}
shows_what_roles_allow() {
  shows_by_role scheduler-service /api/v1/nodes
  shows_by_role scheduler-service /api/v1/decisions
  shows_by_role scheduler-service '/api/v1/decisions?namespace=kube-system'
  shows_by_role energy-adapter /api/v1/energy
  shows_by_role function-offloader /api/v1/plan
  shows_by_role function-offloader /api/v1/offloads
  shows_by_role reward-monitor /api/v1/reward-nodes
  shows_by_role network-probe /api/v1/rtt
  shows_by_role network-probe /api/v1/rtt.grid
}
pauses_by_role() {
  equal 'a pause by who may only view' 403 "$(forwarded service/function-offloader 8080 /api/v1/pause -o /dev/null -w '%{http_code}' \
    -H "Authorization: Bearer $(token function-offloader)" -H 'Content-Type: application/json' -d '{"reason": "acceptance"}')"
}
# As each user that Redis knows, by redis-cli in its own pod.
as_user() { k exec deployment/redis -- sh -c 'user=$1; shift; redis-cli --no-auth-warning --user "$user" --pass "$(cat "/etc/redis-passwords/$user")" "$@"' sh "$@"; }
answers_only() { # ALLOWED COMMAND...
  local allowed=" $1 " user answer; shift
  for user in "${SERVICES[@]}"; do
    answer=$(as_user "$user" "$@")
    if [[ $allowed == *" $user "* ]]; then [[ $answer != *NOPERM* ]]; else contains "$answer" NOPERM; fi || { echo "$* as $user: $answer"; return 1; }
  done
}
keys_by_role() {
  answers_only 'energy-adapter' hdel edgewise:energy nowhere
  answers_only 'network-probe' hdel edgewise:rtt:nowhere nowhere
  answers_only 'reward-monitor' hdel edgewise:reward:nodes nowhere
  answers_only 'reward-monitor' hdel edgewise:outcomes:nowhere nowhere
  answers_only 'energy-adapter function-offloader scheduler-service' hgetall edgewise:energy
  answers_only 'scheduler-service' xlen edgewise:decisions
  answers_only 'energy-adapter network-probe reward-monitor' del edgewise:changes
  answers_only '' del edgewise:decisions
  answers_only '' flushall
  answers_only '' config get requirepass
  contains "$(k exec deployment/redis -- redis-cli hgetall edgewise:energy)" NOAUTH
  equal 'what Redis refused to services' '' "$(k logs -l 'app.kubernetes.io/component!=namespace' --prefix --tail=-1 --max-log-requests=20 | grep 'lacks permissions' || true)"
}
check 'Each user of Redis reads and writes what its service does, and is refused everything else' keys_by_role

check 'Who may only view cannot pause moves' pauses_by_role
check 'The REST interfaces show what the roles of the cluster allow the caller, and nothing without a token' shows_what_roles_allow
