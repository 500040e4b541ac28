#!/bin/bash
# Runs a job manager or a task manager by the command that Flink gives its pods: bash -c "kubernetes-jobmanager.sh kubernetes-application ...".
set -euo pipefail
name=${0##*/}
if [[ $name == docker-entrypoint.sh ]]; then exec "$@"; fi
flink() { exec java @/opt/flink/java.args -cp '/opt/flink/lib/*' "$1" "org.apache.flink.kubernetes.$2" "${@:3}"; }
if [[ $name == kubernetes-jobmanager.sh ]]; then flink -Xmx448m entrypoint.KubernetesApplicationClusterEntrypoint "${@:2}"; fi
heap=0
for argument in "$@"; do
  if [[ $argument =~ taskmanager\.memory\.(framework|task)\.heap\.size=([0-9]+)b$ ]]; then heap=$((heap + BASH_REMATCH[2])); fi
done
flink "-Xmx$heap" taskmanager.KubernetesTaskExecutorRunner --configDir "$FLINK_CONF_DIR" "$@"
