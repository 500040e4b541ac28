package dev.edgewise.scheduler.slots.application;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.model.Toleration;
import dev.edgewise.scheduler.slots.decide.ObservedBatchJobApplication.Phase;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApplicationKindTest {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final long GIB = 1L << 30;
    private static final SlotPodSettings PODS = new SlotPodSettings("external-scheduler", "edgewise-slots");
    private static final Toleration BATCH =
            new Toleration("batch", Toleration.Operator.EQUAL, "true", Taint.Effect.NO_SCHEDULE);
    /** 600m and 1.75 GiB, as in the prototype's README: 1792 MiB. */
    private static final Resources SLOT = new Resources(600, GIB + 3 * GIB / 4, 0, Map.of());

    private static ApplicationManifestInput request(JsonNode spec, Resources slot) {
        return new ApplicationManifestInput(
                new ObjectKey("lab", "pi"), "job-uid", spec, "tb-uid", 7, List.of(0, 2), slot, List.of(BATCH), PODS);
    }

    private static JsonNode yaml(String text) throws IOException {
        return YAML.readTree(text);
    }

    @Test
    void aJobHasOnePodForEachSlotWhichRequestsTheSlot() throws IOException {
        JsonNode spec = yaml(
                """
                parallelism: 9
                ttlSecondsAfterFinished: 5
                suspend: true
                template:
                  metadata: {labels: {app: pi}}
                  spec:
                    nodeName: here
                    priority: 5
                    tolerations: [{key: mine, operator: Exists}]
                    initContainers: [{name: before, image: busybox, resources: {requests: {cpu: 2}}}]
                    containers:
                      - {name: main, image: perl, resources: {requests: {cpu: 4}, limits: {memory: 64Mi}}}
                      - {name: beside, image: busybox, resources: {requests: {cpu: 1}}}
                """);
        assertThat(new JobApplication().manifest(request(spec, SLOT)))
                .isEqualTo(
                        yaml(
                                """
                        apiVersion: batch/v1
                        kind: Job
                        metadata:
                          name: pi
                          namespace: lab
                          labels: {edgewise.dev/batch-job: pi}
                          annotations: {edgewise.dev/slot-epoch: "7"}
                          ownerReferences:
                            - {apiVersion: edgewise.dev/v1alpha1, kind: BatchJob, name: pi, uid: job-uid, controller: true, blockOwnerDeletion: false}
                        spec:
                          parallelism: 2
                          completions: 2
                          backoffLimit: 0
                          podReplacementPolicy: Failed
                          template:
                            metadata:
                              labels: {app: pi, edgewise.dev/batch-job: pi}
                              annotations: {edgewise.dev/slots: "tb-uid/7/0,2"}
                            spec:
                              schedulerName: external-scheduler
                              priorityClassName: edgewise-slots
                              restartPolicy: Never
                              tolerations:
                                - {key: mine, operator: Exists}
                                - {key: batch, operator: Equal, value: "true", effect: NoSchedule}
                              initContainers: [{name: before, image: busybox}]
                              containers:
                                - name: main
                                  image: perl
                                  resources:
                                    requests: {cpu: 600m, memory: "1879048192"}
                                    limits: {memory: "1879048192"}
                                - {name: beside, image: busybox}
                        """));
    }

    @Test
    void aJobKeepsItsOwnBackoffAndADeviceIsALimitToo() throws IOException {
        JsonNode spec = yaml(
                """
                {backoffLimit: 3, podReplacementPolicy: TerminatingOrFailed,
                 template: {spec: {restartPolicy: OnFailure, containers: [{name: main, image: perl}]}}}
                """);
        JsonNode made = new JobApplication()
                .manifest(request(spec, new Resources(1000, 0, 0, Map.of("nvidia.com/gpu", 1L))))
                .path("spec");
        assertThat(made.path("backoffLimit").asInt()).isEqualTo(3);
        assertThat(made.path("podReplacementPolicy").asText()).isEqualTo("TerminatingOrFailed");
        assertThat(made.at("/template/spec/restartPolicy").asText()).isEqualTo("OnFailure");
        assertThat(made.at("/template/spec/containers/0/resources"))
                .isEqualTo(yaml("{requests: {cpu: 1000m, nvidia.com/gpu: '1'}, limits: {nvidia.com/gpu: '1'}}"));
    }

    /** The overhead of 1792 MiB is Spark's own, 384 MiB, as a tenth is 179: 1408 MiB are the heap. */
    @Test
    void executorsOfSparkGetIntoSlotsByTheirTemplateAndTheDriverIsLeftAsItIs() throws IOException {
        JsonNode spec = yaml(
                """
                type: Scala
                mode: cluster
                batchScheduler: volcano
                timeToLiveSeconds: 60
                dynamicAllocation: {enabled: true}
                restartPolicy: {type: Always}
                sparkConf: {spark.ui.enabled: "false"}
                driver: {cores: 1, memory: 512m, serviceAccount: spark, schedulerName: default-scheduler}
                executor:
                  instances: 9
                  schedulerName: volcano
                  priorityClassName: low
                  affinity: {nodeAffinity: {}}
                  labels: {app: pi}
                  template: {spec: {containers: [{name: spark-kubernetes-executor, env: [{name: A, value: b}]}]}}
                """);
        assertThat(new SparkApplication().manifest(request(spec, SLOT)).path("spec"))
                .isEqualTo(
                        yaml(
                                """
                        type: Scala
                        mode: cluster
                        restartPolicy: {type: Never}
                        sparkConf:
                          spark.ui.enabled: "false"
                          spark.dynamicAllocation.enabled: "false"
                          spark.kubernetes.allocation.batch.size: "2"
                          spark.scheduler.minRegisteredResourcesRatio: "1.0"
                        driver: {cores: 1, memory: 512m, serviceAccount: spark, schedulerName: default-scheduler}
                        executor:
                          instances: 2
                          cores: 1
                          coreRequest: 600m
                          memory: 1408m
                          memoryOverhead: 384m
                          labels: {app: pi}
                          template:
                            metadata:
                              labels: {edgewise.dev/batch-job: pi}
                              annotations: {edgewise.dev/slots: "tb-uid/7/0,2"}
                            spec:
                              schedulerName: external-scheduler
                              priorityClassName: edgewise-slots
                              tolerations: [{key: batch, operator: Equal, value: "true", effect: NoSchedule}]
                              containers:
                                - name: spark-kubernetes-executor
                                  env: [{name: A, value: b}]
                                  resources: {requests: {cpu: 600m, memory: "1879048192"}}
                        """));
    }

    /** 512 MiB are the least heap, of which nothing is taken; of 8 GiB and 1 byte a tenth of 8192 MiB is 819. */
    @ParameterizedTest
    @CsvSource({
        "536870912, '', 512m, 0m",
        "8589934593, '', 7373m, 819m",
        "8589934593, 1g, 7168m, 1024m",
        "8589934593, 100m, 8092m, 100m"
    })
    void theMemoryOfAnExecutorIsTheSlots(long slot, String wanted, String memory, String overhead) throws IOException {
        JsonNode spec = yaml("{executor: {memoryOverhead: '" + wanted + "'}}");
        JsonNode executor = new SparkApplication()
                .manifest(request(spec, new Resources(2500, slot, 0, Map.of())))
                .at("/spec/executor");
        assertThat(executor.path("memory").asText()).isEqualTo(memory);
        assertThat(executor.path("memoryOverhead").asText()).isEqualTo(overhead);
        assertThat(executor.path("cores").asInt()).isEqualTo(2);
    }

    @Test
    void taskManagersOfFlinkGetIntoSlotsByTheirTemplateAndTheJobManagerIsLeftAsItIs() throws IOException {
        JsonNode spec = yaml(
                """
                image: flink:2.2
                flinkVersion: v2_2
                flinkConfiguration: {taskmanager.numberOfTaskSlots: "4", a: b}
                serviceAccount: flink
                jobManager: {resource: {cpu: 1, memory: 1024m}}
                taskManager: {replicas: 9, resources: {requests: {cpu: 4}}, resource: {cpu: 4, memory: 1g}}
                job: {jarURI: "local:///job.jar", parallelism: 8}
                """);
        assertThat(new FlinkApplication().manifest(request(spec, SLOT)).path("spec"))
                .isEqualTo(
                        yaml(
                                """
                        image: flink:2.2
                        flinkVersion: v2_2
                        flinkConfiguration:
                          taskmanager.numberOfTaskSlots: "1"
                          slotmanager.number-of-slots.min: "2"
                          slotmanager.number-of-slots.max: "2"
                          a: b
                        serviceAccount: flink
                        jobManager: {resource: {cpu: 1, memory: 1024m}}
                        taskManager:
                          replicas: 2
                          resource: {cpu: 0.6, memory: 1792m}
                          podTemplate:
                            metadata:
                              labels: {edgewise.dev/batch-job: pi}
                              annotations: {edgewise.dev/slots: "tb-uid/7/0,2"}
                            spec:
                              schedulerName: external-scheduler
                              priorityClassName: edgewise-slots
                              tolerations: [{key: batch, operator: Equal, value: "true", effect: NoSchedule}]
                              containers: [{name: flink-main-container, resources: {requests: {cpu: 600m, memory: "1879048192"}}}]
                        job: {jarURI: "local:///job.jar", parallelism: 8, state: running, upgradeMode: stateless}
                        """));
    }

    /**
     * Spark lets its settings override the template, so that executors would have another scheduler, other nodes or
     * more memory than their slots.
     */
    @Test
    void settingsOfSparkDoNotTakeExecutorsOutOfTheirSlots() throws IOException {
        JsonNode spec = yaml(
                """
                nodeSelector: {disk: ssd}
                sparkConf:
                  spark.kubernetes.scheduler.name: volcano
                  spark.kubernetes.executor.scheduler.name: volcano
                  spark.kubernetes.node.selector.zone: a
                  spark.kubernetes.driver.node.selector.zone: b
                  spark.kubernetes.executor.node.selector.zone: c
                  spark.kubernetes.executor.limit.cores: "1"
                  spark.kubernetes.executor.annotation.edgewise.dev/slots: other/9/0
                  spark.kubernetes.executor.annotation.mine: kept
                  spark.kubernetes.executor.label.edgewise.dev/batch-job: other
                  spark.executor.pyspark.memory: 1g
                  spark.memory.offHeap.enabled: "true"
                  spark.memory.offHeap.size: 1g
                executor:
                  annotations: {edgewise.dev/slots: other/9/0, edgewise.dev/slot: other/0/9, mine: kept}
                  labels: {edgewise.dev/batch-job: other, mine: kept}
                """);
        JsonNode made = new SparkApplication().manifest(request(spec, SLOT)).path("spec");
        assertThat(made.path("sparkConf"))
                .isEqualTo(
                        yaml(
                                """
                        spark.kubernetes.driver.scheduler.name: volcano
                        spark.kubernetes.driver.node.selector.zone: b
                        spark.kubernetes.driver.node.selector.disk: ssd
                        spark.kubernetes.executor.annotation.mine: kept
                        spark.memory.offHeap.size: 1g
                        spark.dynamicAllocation.enabled: "false"
                        spark.kubernetes.allocation.batch.size: "2"
                        spark.scheduler.minRegisteredResourcesRatio: "1.0"
                        """));
        assertThat(made.has("nodeSelector")).isFalse();
        assertThat(made.at("/executor/annotations")).isEqualTo(yaml("{mine: kept}"));
        assertThat(made.at("/executor/labels")).isEqualTo(yaml("{mine: kept}"));
    }

    /** The operator merges both templates, and Flink adds annotations and labels of its configuration. */
    @Test
    void settingsOfFlinkDoNotTakeTaskManagersOutOfTheirSlots() throws IOException {
        JsonNode spec = yaml(
                """
                flinkConfiguration:
                  kubernetes.taskmanager.node-selector: zone:a
                  kubernetes.taskmanager.annotations: edgewise.dev/slots:other/9/0
                  kubernetes.taskmanager.labels: mine:kept
                podTemplate:
                  metadata: {annotations: {edgewise.dev/slot: other/0/9, mine: kept}, labels: {edgewise.dev/batch-job: other}}
                  spec: {nodeName: here, priority: 5, serviceAccountName: kept}
                """);
        JsonNode made = new FlinkApplication().manifest(request(spec, SLOT)).path("spec");
        assertThat(made.path("flinkConfiguration"))
                .isEqualTo(
                        yaml(
                                """
                        kubernetes.taskmanager.labels: mine:kept
                        taskmanager.numberOfTaskSlots: "1"
                        slotmanager.number-of-slots.min: "2"
                        slotmanager.number-of-slots.max: "2"
                        """));
        assertThat(made.path("podTemplate"))
                .isEqualTo(
                        yaml("{metadata: {annotations: {mine: kept}, labels: {}}, spec: {serviceAccountName: kept}}"));
    }

    @ParameterizedTest
    @CsvSource({
        "spark, /spec/executor/template, spark-kubernetes-executor",
        "flink, /spec/taskManager/podTemplate, flink-main-container"
    })
    void containersBesideTheMainOneRequestNothing(String kind, String template, String main) throws IOException {
        JsonNode spec = yaml(
                """
                {spec: {resources: {requests: {cpu: 9}}, initContainers: [{name: before, resources: {requests: {cpu: 2}}}],
                 containers: [{name: beside, resources: {requests: {cpu: 3}}}, {name: MAIN, resources: {requests: {cpu: 4}}}]}}
                """
                        .replace("MAIN", main));
        ObjectNode given = (ObjectNode) yaml("{executor: {}, taskManager: {}}");
        ((ObjectNode) given.path("executor")).set("template", spec);
        ((ObjectNode) given.path("taskManager")).set("podTemplate", spec);
        JsonNode pod = of(kind).manifest(request(given, new Resources(1000, GIB, 0, Map.of("nvidia.com/gpu", 1L))))
                .at(template + "/spec");
        assertThat(pod.has("resources")).isFalse();
        assertThat(pod.at("/initContainers/0").has("resources")).isFalse();
        assertThat(pod.at("/containers/0").has("resources")).isFalse();
        assertThat(pod.at("/containers/1/resources"))
                .isEqualTo(
                        yaml(
                                "{requests: {cpu: 1000m, memory: '1073741824', nvidia.com/gpu: '1'}, limits: {nvidia.com/gpu: '1'}}"));
    }

    private static ApplicationKind of(String kind) {
        return ApplicationKind.ALL.stream()
                .filter(each -> each.name().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            job | {} | PENDING | ''
            job | {active: 2, ready: 1} | PENDING | ''
            job | {active: 2, ready: 2} | RUNNING | ''
            job | {active: 1, ready: 1, succeeded: 1} | RUNNING | ''
            job | {conditions: [{type: SuccessCriteriaMet, status: 'True'}]} | PENDING | ''
            job | {conditions: [{type: Complete, status: 'True'}], ready: 0} | SUCCEEDED | ''
            job | {conditions: [{type: Failed, status: 'False'}], ready: 2} | RUNNING | ''
            job | {conditions: [{type: Failed, status: 'True', reason: BackoffLimitExceeded, message: too often}]} | FAILED | BackoffLimitExceeded: too often
            spark | {} | PENDING | ''
            spark | {applicationState: {state: SUBMITTED}} | PENDING | ''
            spark | {applicationState: {state: RUNNING}, executorState: {a: RUNNING, b: PENDING}} | PENDING | ''
            spark | {applicationState: {state: RUNNING}, executorState: {a: RUNNING, b: COMPLETED}} | RUNNING | ''
            spark | {applicationState: {state: SUCCEEDING}} | RUNNING | ''
            spark | {applicationState: {state: COMPLETED}} | SUCCEEDED | ''
            spark | {applicationState: {state: SUBMISSION_FAILED, errorMessage: no jar}} | FAILED | SUBMISSION_FAILED: no jar
            flink | {jobManagerDeploymentStatus: DEPLOYING} | PENDING | ''
            flink | {jobStatus: {state: RECONCILING}} | PENDING | ''
            flink | {lifecycleState: STABLE, jobStatus: {state: RUNNING}} | RUNNING | ''
            flink | {lifecycleState: STABLE, jobStatus: {state: FINISHED}} | SUCCEEDED | ''
            flink | {jobStatus: {state: CANCELED}, error: by hand} | FAILED | CANCELED: by hand
            flink | {lifecycleState: FAILED, error: no image} | FAILED | FAILED: no image
            """)
    void statesAreReadAsControllersWriteThem(String kind, String status, Phase phase, String message)
            throws IOException {
        ApplicationKind.Observation seen = of(kind).observe(yaml("{parallelism: 2}"), yaml(status));
        assertThat(seen).isEqualTo(new ApplicationKind.Observation(phase, message));
    }

    /**
     * The manifest of a Job has as many completions as parallel pods; an indexed one may have two pods of one index.
     */
    @Test
    void aJobEndsWithItsPodsUnlessItIsIndexed() throws IOException {
        JsonNode template = yaml("{template: {spec: {containers: [{name: main, image: perl}]}}}");
        JsonNode indexed =
                yaml("{completionMode: Indexed, template: {spec: {containers: [{name: main, image: perl}]}}}");
        ApplicationKind job = of("job");
        assertThat(job.endsWithPods(job.manifest(request(template, SLOT)).path("spec")))
                .isTrue();
        assertThat(job.endsWithPods(job.manifest(request(indexed, SLOT)).path("spec")))
                .isFalse();
        assertThat(of("spark").endsWithPods(yaml("{parallelism: 2, completions: 2}")))
                .isFalse();
        assertThat(of("flink").endsWithPods(yaml("{parallelism: 2, completions: 2}")))
                .isFalse();
    }

    /** The API server refuses it, and says why. */
    @Test
    void containersThatAreNoObjectsAreLeftAsTheyAre() throws IOException {
        JsonNode spec = yaml("{template: {spec: {containers: [x, {name: main}], initContainers: [5, null]}}}");
        JsonNode pod = new JobApplication().manifest(request(spec, SLOT)).at("/spec/template/spec");
        assertThat(pod.at("/containers/0").asText()).isEqualTo("x");
        assertThat(pod.at("/containers/1/resources/requests/cpu").asText()).isEqualTo("600m");
        assertThat(pod.at("/initContainers/0").asInt()).isEqualTo(5);
    }

    @Test
    void aTemplateDoesNotNameTheSlotItself() throws IOException {
        JsonNode spec = yaml(
                "{template: {metadata: {annotations: {edgewise.dev/slot: other/0/1, mine: kept}}, spec: {containers: []}}}");
        assertThat(new JobApplication().manifest(request(spec, SLOT)).at("/spec/template/metadata/annotations"))
                .isEqualTo(yaml("{mine: kept, edgewise.dev/slots: 'tb-uid/7/0,2'}"));
    }
}
