#!/bin/bash
# Runs a driver or an executor by the arguments and variables that Spark gives its pods.
set -euo pipefail
# Spark asks for a module that a small run-time may lack, and works without it.
mapfile -t options < <(env | sed -n 's/^SPARK_JAVA_OPT_[0-9]*=//p' | grep -v '^--add-modules=jdk.incubator.vector$' || true)
class_path="${SPARK_CONF_DIR:-/opt/spark/conf}:/opt/spark/jars/*"
role=$1; shift
case $role in
  driver)
    exec java @/opt/java.args -Xmx512m -cp "$class_path" org.apache.spark.deploy.SparkSubmit \
      --conf "spark.driver.bindAddress=$SPARK_DRIVER_BIND_ADDRESS" --deploy-mode client "$@"
    ;;
  executor)
    exec java "${options[@]}" "-Xms$SPARK_EXECUTOR_MEMORY" "-Xmx$SPARK_EXECUTOR_MEMORY" -cp "$class_path" \
      org.apache.spark.scheduler.cluster.k8s.KubernetesExecutorBackend --driver-url "$SPARK_DRIVER_URL" --executor-id "$SPARK_EXECUTOR_ID" \
      --cores "$SPARK_EXECUTOR_CORES" --app-id "$SPARK_APPLICATION_ID" --hostname "$SPARK_EXECUTOR_POD_IP" \
      --resourceProfileId "$SPARK_RESOURCE_PROFILE_ID" --podName "$SPARK_EXECUTOR_POD_NAME"
    ;;
esac
