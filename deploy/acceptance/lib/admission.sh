# What admission policies refuse to ServiceAccounts: requests as one of them, which the API server judges and does not carry out.

# As a member of a group, too, that may look first, as kubectl does, and scale, as surges do.
as() { kubectl --as="system:serviceaccount:$NAMESPACE:$1" --as-group=acceptance "${@:2}" --dry-run=server; } # SERVICE ARGUMENT...
let_group_look() {
  kubectl create clusterrole acceptance-group --verb=get,patch --resource=deployments.apps/scale
  kubectl create clusterrolebinding acceptance-group --clusterrole=acceptance-group --group=acceptance
  kubectl create clusterrolebinding acceptance-group-view --clusterrole=view --group=acceptance
  kubectl create clusterrole acceptance-group-nodes --verb=get --resource=nodes,reservations.edgewise.dev
  kubectl create clusterrolebinding acceptance-group-nodes --clusterrole=acceptance-group-nodes --group=acceptance
  # The API server knows roles and bindings a moment after they are created, each in their order.
  eventually 30 kubectl auth can-i get nodes --as=acceptance --as-group=acceptance
}
accepted() { as "$@" >/dev/null 2>"$WORK/answer" || { echo "${*:2} as $1: $(<"$WORK/answer")"; return 1; }; }
refused() { # MESSAGE SERVICE ARGUMENT...
  if as "${@:2}" >"$WORK/answer" 2>&1; then echo "${*:3} as $2 was accepted"; return 1; fi
  contains "$(<"$WORK/answer")" "$1"
}

# Sends an eviction or a reservation, of which standard input has the JSON.
accepted_json() { accepted "$1" create "${@:2}" -f -; } # SERVICE OPTION...
refused_json() { refused "$1" "$2" create "${@:3}" -f -; } # MESSAGE SERVICE OPTION...

# A patch that adds a taint to those that the node has.
tainted() { # NODE KEY EFFECT
  local taints
  taints=$(kubectl get node "$1" -o jsonpath='{.spec.taints}')
  taints=${taints:-[]}
  printf '{"spec": {"taints": %s{"key": "%s", "effect": "%s"}]}}' "$(sed 's/]$//; s/}$/}, /' <<<"$taints")" "$2" "$3"
}
energy_adapter_changes_its_own() { # NODE
  local node=$1 only='energy-adapter changes no'
  accepted energy-adapter patch node "$node" --type=merge -p '{"metadata": {"labels": {"energy-status": "vulnerable"}}}'
  accepted energy-adapter patch node "$node" --type=merge -p '{"metadata": {"labels": {"energy-status": null}}}'
  accepted energy-adapter patch node "$node" --type=merge -p "$(tainted "$node" edgewise.dev/energy NoSchedule)"
  refused 'energy-status must be' energy-adapter patch node "$node" --type=merge -p '{"metadata": {"labels": {"energy-status": "full"}}}'
  refused "$only label" energy-adapter patch node "$node" --type=merge -p '{"metadata": {"labels": {"node-restriction.kubernetes.io/x": "y"}}}'
  refused "$only label" energy-adapter patch node "$node" --type=merge -p '{"metadata": {"labels": {"kubernetes.io/hostname": null}}}'
  refused "$only label" energy-adapter patch node "$node" --type=merge -p '{"metadata": {"labels": {"kubernetes.io/hostname": "other"}}}'
  refused "$only annotation" energy-adapter patch node "$node" --type=merge -p '{"metadata": {"annotations": {"x": "y"}}}'
  refused "$only annotation" energy-adapter patch node "$node" --type=merge -p '{"metadata": {"finalizers": ["x.example/y"]}}'
  refused "$only taint" energy-adapter patch node "$node" --type=merge -p "$(tainted "$node" x NoSchedule)"
  refused 'NoExecute' energy-adapter patch node "$node" --type=merge -p "$(tainted "$node" edgewise.dev/energy NoExecute)"
  refused 'energy-adapter changes nothing in the spec' energy-adapter patch node "$node" --type=merge -p '{"spec": {"unschedulable": true}}'
}

eviction() { # NAMESPACE POD [DELETE-OPTIONS]
  printf '{"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "%s", "namespace": "%s"}, "deleteOptions": {"dryRun": ["All"]%s}}' "$2" "$1" "${3:+, $3}"
}
evicts() { # SERVICE NAMESPACE POD [DELETE-OPTIONS]
  eviction "$2" "$3" "${4:-}" | kubectl --as="system:serviceaccount:$NAMESPACE:$1" create --raw "/api/v1/namespaces/$2/pods/$3/eviction" -f -
}
reservation() { # NAMESPACE NAME SECONDS
  printf '{"apiVersion": "edgewise.dev/v1alpha1", "kind": "Reservation", "metadata": {"name": "%s", "namespace": "%s"}, "spec": {"node": "n", "resources": {"cpu": "10m"}, "for": {"selector": {"matchLabels": {"app": "x"}}}, "ttlSeconds": %s}}' "$2" "$1" "$3"
}
scales() { # NAMESPACE DEPLOYMENT REPLICAS
  printf -- '--subresource=scale deployment/%s -n %s --type=merge -p {"spec":{"replicas":%s}}' "$2" "$1" "$3"
}
function_offloader_moves_what_it_may() { # POD of namespace examples, DEPLOYMENT of namespace examples with one replica
  local uid answer
  uid=$(kubectl -n examples get pod "$1" -o jsonpath='{.metadata.uid}')
  evicts function-offloader examples "$1" "\"preconditions\": {\"uid\": \"$uid\"}"
  for answer in '' "\"preconditions\": {\"uid\": \"$uid\"}, \"gracePeriodSeconds\": 0"; do
    if evicts function-offloader examples "$1" "$answer" 2>"$WORK/answer"; then echo "an eviction with '$answer' was accepted"; return 1; fi
    contains "$(<"$WORK/answer")" 'function-offloader evicts a pod by its UID'
  done
  if evicts function-offloader kube-system "$1" "\"preconditions\": {\"uid\": \"$uid\"}" 2>"$WORK/answer"; then echo 'an eviction in kube-system was accepted'; return 1; fi
  contains "$(<"$WORK/answer")" 'function-offloader moves nothing of kube-system'

  reservation examples offload-1 120 | accepted_json function-offloader
  reservation examples mine 120 | refused_json 'whose names begin with offload-' function-offloader
  reservation examples offload-1 86400 | refused_json 'for an hour at most' function-offloader
  reservation kube-system offload-1 120 | refused_json 'moves nothing of kube-system' function-offloader
  reservation examples offload-standing 120 | kubectl create -f - >/dev/null
  reservation examples standing 120 | kubectl create -f - >/dev/null
  accepted function-offloader -n examples delete reservation offload-standing
  refused 'whose names begin with offload-' function-offloader -n examples delete reservation standing
  kubectl -n examples delete reservation offload-standing standing >/dev/null

  local scale='function-offloader scales Deployments from one replica to two'
  accepted function-offloader patch $(scales examples "$2" 2)
  refused "$scale" function-offloader patch $(scales examples "$2" 0)
  refused "$scale" function-offloader patch $(scales examples "$2" 3)
}

# What a namespace that enforces Pod Security "restricted" admits.
RESTRICTED='"securityContext": {"runAsNonRoot": true, "runAsUser": 1, "seccompProfile": {"type": "RuntimeDefault"}},
  "containers": [{"name": "x", "image": "x", "securityContext": {"allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]}}}]'
class_is_ours() {
  local pod="{\"spec\": {\"priorityClassName\": \"edgewise-scheduler\", $RESTRICTED}}"
  if kubectl -n default run first --image=x --overrides="$pod" --dry-run=server 2>"$WORK/answer"; then echo 'a pod of the class was admitted in default'; return 1; fi
  contains "$(<"$WORK/answer")" 'namespace default lacks the label app.kubernetes.io/part-of=edgewise'
  k run first --image=x --overrides="$pod" --dry-run=server >/dev/null
}

scheduler_service_changes_its_taint() { # NODE; with overlays/balloons
  accepted scheduler-service patch node "$1" --type=merge -p "$(tainted "$1" edgewise.dev/restarting NoSchedule)"
  refused 'scheduler-service changes no taint' scheduler-service patch node "$1" --type=merge -p "$(tainted "$1" edgewise.dev/restarting NoExecute)"
  refused 'scheduler-service changes no taint' scheduler-service patch node "$1" --type=merge -p "$(tainted "$1" x NoSchedule)"
  refused 'scheduler-service changes no label' scheduler-service patch node "$1" --type=merge -p '{"metadata": {"labels": {"x": "y"}}}'
  refused 'scheduler-service changes nothing in the spec' scheduler-service patch node "$1" --type=merge -p '{"spec": {"unschedulable": true}}'
  refused 'scheduler-service creates no pods but those that hold room' scheduler-service -n "$NAMESPACE" run x --image=x --overrides="{\"spec\": {$RESTRICTED}}"
  accepted scheduler-service -n "$NAMESPACE" run x --image=x --labels=edgewise.dev/balloon=node --overrides="{\"spec\": {$RESTRICTED}}"
}

# With components/typos: the warnings of kubectl for a pod, or a template, with these metadata and this schedulerName.
warns() { # MESSAGE METADATA [SCHEDULER] [KIND]
  local template="{\"metadata\": $2, \"spec\": {\"schedulerName\": \"${3:-edgewise}\", \"containers\": [{\"name\": \"x\", \"image\": \"x\"}]}}" object
  case ${4:-Pod} in
    Pod) object="{\"apiVersion\": \"v1\", \"kind\": \"Pod\", ${template#?}"; object=${object/\"metadata\": \{/\"metadata\": \{\"name\": \"mistyped\", } ;;
    Deployment) object="{\"apiVersion\": \"apps/v1\", \"kind\": \"Deployment\", \"metadata\": {\"name\": \"mistyped\"}, \"spec\": {\"selector\": {\"matchLabels\": {\"a\": \"b\"}}, \"template\": $template}}" ;;
    CronJob) object="{\"apiVersion\": \"batch/v1\", \"kind\": \"CronJob\", \"metadata\": {\"name\": \"mistyped\"}, \"spec\": {\"schedule\": \"* * * * *\", \"jobTemplate\": {\"spec\": {\"template\": {${template#?}}}}}"; object=${object/\"spec\": \{\"schedulerName\"/\"spec\": \{\"restartPolicy\": \"Never\", \"schedulerName\"} ;;
  esac
  kubectl -n examples apply --dry-run=server -f - <<<"$object" >"$WORK/answer" 2>&1 || { cat "$WORK/answer"; return 1; }
  if [[ -n $1 ]]; then contains "$(<"$WORK/answer")" "$1"; else equal 'warnings' '' "$(grep Edgewise "$WORK/answer" || true)"; fi
}
names_are_told() {
  local kind label
  for kind in Pod Deployment CronJob; do
    warns 'label delay-edge-1 is not known: did you mean delay_edge-1?' '{"labels": {"a": "b", "delay-edge-1": "20"}}' edgewise $kind
  done
  for label in Delay_edge-1 DELAY_edge-1 delay.edge-1 delays_edge-1; do
    warns "label $label is not known: did you mean delay_edge-1?" "{\"labels\": {\"$label\": \"20ms\"}}"
  done
  warns 'label delay_edge-1 is 20ms: it must be a number of milliseconds' '{"labels": {"delay_edge-1": "20ms"}}'
  warns 'annotation edgewise.dev/Delay is not known' '{"annotations": {"edgewise.dev/Delay": "x"}}'
  warns 'annotation edgewise.dev/owner is not known' '{"annotations": {"edgewise.dev/owner": "x"}}'
  warns 'label edgewise.dev/recovery is not known' '{"labels": {"edgewise.dev/recovery": "required"}}'
  warns 'schedulerName rl_scheduler is no profile: did you mean rl-scheduler?' '{"labels": {}}' rl_scheduler
  warns 'schedulerName Edgewise is no profile: did you mean edgewise?' '{"labels": {}}' Edgewise
  warns 'schedulerName edgewis is no profile: did you mean edgewise?' '{"labels": {}}' edgewis
  warns '' '{"labels": {"delay_edge-1": "2.5", "delay-start": "yes", "app": "x"}, "annotations": {"edgewise.dev/delay": "{}", "edgewise.dev/recovery": "none", "x": "y"}}'
  warns '' '{"labels": {"app": "x"}}' default-scheduler
}
