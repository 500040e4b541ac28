package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.HostPort;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.model.PodSelectorObjectKey;
import dev.edgewise.scheduler.model.PodSelectorObjectKey.Kind;
import dev.edgewise.scheduler.model.PodStatus;
import dev.edgewise.scheduler.model.PodStatus.Phase;
import dev.edgewise.scheduler.model.PodVolumes.Claim;
import dev.edgewise.scheduler.model.PodVolumes.InlineDisk;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Requirement.Operator;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.model.Toleration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodConverterTest {
    private static final String CONTAINER = "containers: [{name: a, image: 'app:1'}]\n";

    @Test
    void aBarePodGetsTheDefaultsOfTheApi() {
        Pod pod = read("metadata: {generateName: web-}\nspec: {containers: [{name: a}]}");
        assertThat(pod.key().toString()).isEqualTo("default/web-");
        assertThat(pod.spec().schedulerName()).isEqualTo("default-scheduler");
        assertThat(pod.spec().priority()).isZero();
        assertThat(pod.spec().preempts()).isTrue();
        assertThat(pod.spec().nodeAffinity()).isEqualTo(NodeAffinity.NONE);
        assertThat(pod.spec().podAffinity()).isEqualTo(PodAffinity.NONE);
        assertThat(pod.status()).isEqualTo(PodStatus.PENDING);
        assertThat(pod.uid()).isEmpty();
    }

    @Test
    void theVariableOfThePrototypeStandsForAnnotations() {
        String pod = "metadata: {name: a, annotations: {%s}}\n"
                + "spec: {schedulerName: %s, containers: [{name: a, env: [{name: X}, {name: gschConfig, value:"
                + " '%s'}]}]}";
        String near =
                "{\"scope\": \"local\", \"priority\": \"GLowLatencyPriority\", \"option\": {\"source_node\": \"n1\"}}";
        String most = "{\"priority\": \"GMostRequestedPriority\"}";

        assertThat(read(pod.formatted("", "griffin_scheduler", near)).annotations())
                .isEqualTo(Map.of("edgewise.dev/placement", "low-latency", "edgewise.dev/source-node", "n1"));
        assertThat(read(pod.formatted("", "griffin_scheduler", most)).annotations())
                .isEqualTo(Map.of("edgewise.dev/placement", "most-available"));
        assertThat(read(pod.formatted("edgewise.dev/source-node: n2", "griffin_scheduler", near))
                        .annotations())
                .isEqualTo(Map.of("edgewise.dev/placement", "low-latency", "edgewise.dev/source-node", "n2"));
        assertThat(read(pod.formatted("", "griffin_scheduler", near.replace("local", "global")))
                        .annotations())
                .isEmpty();
        assertThat(read(pod.formatted("", "griffin_scheduler", "no json")).annotations())
                .isEmpty();
        assertThat(read(pod.formatted("", "edgewise", near)).annotations()).isEmpty();
    }

    @Test
    void keepsWhatAPodSaysOfItsCalls() {
        String declared = "{edgewise.dev/placement: response-time, edgewise.dev/call-compute-ms: '20',"
                + " edgewise.dev/call-payload-bytes: '100000', other: x}";

        assertThat(read("metadata: {name: a, annotations: " + declared + "}\nspec: {containers: [{name: a}]}")
                        .annotations())
                .isEqualTo(Map.of(
                        "edgewise.dev/placement",
                        "response-time",
                        "edgewise.dev/call-compute-ms",
                        "20",
                        "edgewise.dev/call-payload-bytes",
                        "100000"));
    }

    /**
     * Only the API server and kubelets write it for a pod with a node; a scheduler's may be carried out after the
     * binding.
     */
    @ParameterizedTest
    @CsvSource({"PodScheduled, True, true", "PodScheduled, False, true", "Ready, True, false"})
    void thatAPodWasBoundIsKnownByTheCondition(String type, String value, boolean expected) {
        Pod pod =
                read("metadata: {name: a}\nspec: {nodeName: n1, containers: [{name: a}]}\nstatus: {conditions: [{type: "
                        + type + ", status: '" + value + "'}]}");

        assertThat(pod.status().scheduled()).isEqualTo(expected);
    }

    @Test
    void readsWhatTheApiServerAdds() {
        Pod pod = read(
                """
                metadata:
                  {name: a, namespace: b, uid: u-1, creationTimestamp: '2026-01-31T12:00:00Z',
                   deletionTimestamp: '2026-01-31T12:01:00Z', annotations: {edgewise.dev/delay: p95, other.dev/x: y}}
                spec:
                  {nodeName: n1, priority: -5, preemptionPolicy: Never, schedulerName: edgewise,
                   schedulingGates: [{name: wait}], containers: [{name: a, image: 'i:1'}],
                   initContainers: [{name: b, image: 'i:2'}]}
                status:
                  {phase: Running, nominatedNodeName: n2, startTime: '2026-01-31T12:00:10Z',
                   conditions: [{type: DisruptionTarget, status: 'True', reason: PreemptionByScheduler},
                                {type: edgewise.dev/Protected, status: 'False', reason: NoBackup}]}
                """);
        assertThat(pod.createdAt()).isEqualTo(Instant.parse("2026-01-31T12:00:00Z"));
        assertThat(pod.terminating()).isTrue();
        assertThat(pod.annotations()).containsExactly(Map.entry("edgewise.dev/delay", "p95"));
        assertThat(pod.spec().nodeName()).isEqualTo("n1");
        assertThat(pod.spec().priority()).isEqualTo(-5);
        assertThat(pod.spec().preempts()).isFalse();
        assertThat(pod.spec().gates()).containsExactly("wait");
        assertThat(pod.spec().images().containers()).containsExactly("i:2", "i:1");
        assertThat(pod.status())
                .isEqualTo(
                        new PodStatus(Phase.RUNNING, "n2", Instant.parse("2026-01-31T12:00:10Z"), true, false, true));
    }

    @Test
    void readsWhetherAPodBelongsToAGroup() {
        String pod = "metadata: {name: a}\nspec: {containers: [{name: a}]";
        assertThat(read(pod + "}").spec().grouped()).isFalse();
        assertThat(read(pod + ", schedulingGroup: {podGroupName: gang}}").spec().grouped())
                .isTrue();
        assertThat(read(pod + ", schedulingGroup: {podGroupName: gang}}")
                        .spec()
                        .onNode("n1")
                        .grouped())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "ReplicaSet, web-5d4f, true, web",
        // A ReplicaSet that no Deployment made keeps its name.
        "ReplicaSet, web-other, true, web-other",
        "StatefulSet, db, true, db",
        "Job, backup-2893, true, backup-2893",
        // A static pod belongs to its node; one without a controller to itself.
        "Node, n1, true, pod-1",
        "ReplicaSet, web-5d4f, false, pod-1",
    })
    void namesTheWorkload(String kind, String owner, boolean controller, String workload) {
        Pod pod = read(
                """
                metadata:
                  name: pod-1
                  labels: {pod-template-hash: 5d4f}
                  ownerReferences: [{kind: %s, name: %s, controller: %s}]
                spec: {containers: [{name: a}]}
                """
                        .formatted(kind, owner, controller));
        assertThat(pod.workload()).isEqualTo(workload);
    }

    @ParameterizedTest
    @CsvSource({
        "apps/v1, ReplicaSet, true, REPLICA_SET",
        "apps/v1, StatefulSet, true, STATEFUL_SET",
        "v1, ReplicationController, true, REPLICATION_CONTROLLER",
        "apps/v1, ReplicaSet, false,",
        "apps/v1, DaemonSet, true,",
        "batch/v1, Job, true,",
        "example.com/v1, ReplicaSet, true,",
    })
    void knowsItsController(String version, String kind, boolean controller, @Nullable Kind expected) {
        Pod pod = read(
                """
                metadata:
                  name: pod-1
                  namespace: shop
                  ownerReferences: [{apiVersion: %s, kind: %s, name: owner, controller: %s}]
                spec: {containers: [{name: a}]}
                """
                        .formatted(version, kind, controller));
        assertThat(pod.controller())
                .isEqualTo(expected == null ? null : new PodSelectorObjectKey(expected, "shop", "owner"));
    }

    @Test
    void readsImageVolumes() {
        Pod pod = spec(
                """
                containers: [{name: a, image: 'i:1'}]
                volumes: [{name: m, image: {reference: 'model:1'}}, {name: e, emptyDir: {}}]
                """);
        assertThat(pod.spec().images()).isEqualTo(new PodImages(List.of("i:1"), List.of("model:1")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hostNetwork: true| UserNamespacesHostNetworkSupport| false",
                "hostNetwork: true, hostUsers: false| UserNamespacesHostNetworkSupport| true",
                "hostNetwork: true, hostUsers: true| UserNamespacesHostNetworkSupport| false",
                "hostUsers: false| UserNamespacesHostNetworkSupport| false",
                "initContainers: [{name: i, restartPolicyRules: [{action: RestartAllContainers}]}]"
                        + "| RestartAllContainersOnContainerExits| true",
                "initContainers: [{name: i, restartPolicyRules: [{action: Restart}]}]"
                        + "| RestartAllContainersOnContainerExits| false",
            })
    void knowsWhichFeaturesItNeeds(String fields, String feature, boolean needed) {
        Pod pod = read("metadata: {name: a}\nspec: {containers: [{name: a}], " + fields + "}");
        assertThat(pod.spec().features()).isEqualTo(needed ? Set.of(feature) : Set.of());
    }

    /** The API server limits neither; nothing has such a name, and thousands of them would fill the memory. */
    @Test
    void namesThatNothingCanHaveAreNotKept() {
        Pod pod = read("metadata:\n  name: a\n  ownerReferences: [{kind: Job, name: " + "o".repeat(300)
                + ", controller: true}]\nspec: {containers: [{name: a, image: '" + "i".repeat(2000)
                + "'}, {name: b, image: 'app:1'}]}");
        assertThat(pod.workload()).isEqualTo("a");
        assertThat(pod.spec().images().containers()).containsExactly("", "app:1");
    }

    @Test
    void hostPortsOfContainersAndSidecarsCount() {
        Pod pod = spec(
                """
                containers: [{name: a, ports: [{containerPort: 80, hostPort: 8080}, {containerPort: 81}]}]
                initContainers:
                - {name: plain, ports: [{containerPort: 1, hostPort: 1}]}
                - {name: sidecar, restartPolicy: Always, ports: [{hostPort: 53, protocol: UDP, hostIP: 10.0.0.1}]}
                """);
        assertThat(pod.spec().hostPorts().ports())
                .containsExactly(new HostPort("10.0.0.1", "UDP", 53), new HostPort("0.0.0.0", "TCP", 8080));
    }

    @Test
    void onTheHostNetworkEachPortIsAHostPort() {
        Pod pod = spec("hostNetwork: true\ncontainers: [{name: a, ports: [{containerPort: 80}]}]");
        assertThat(pod.spec().hostPorts().ports()).containsExactly(new HostPort("0.0.0.0", "TCP", 80));
    }

    @Test
    void readsTolerations() {
        Pod pod = spec(
                CONTAINER
                        + """
                        tolerations:
                        - {operator: Exists}
                        - {key: a, value: b, effect: NoExecute}
                        """);
        assertThat(pod.spec().tolerations())
                .containsExactly(
                        new Toleration("", Toleration.Operator.EXISTS, "", null),
                        new Toleration("a", Toleration.Operator.EQUAL, "b", Taint.Effect.NO_EXECUTE));
    }

    @Test
    void readsNodeAffinity() {
        Pod pod = spec(
                CONTAINER
                        + """
                        nodeSelector: {disk: ssd}
                        affinity:
                          nodeAffinity:
                            requiredDuringSchedulingIgnoredDuringExecution:
                              nodeSelectorTerms:
                              - matchExpressions: [{key: cores, operator: Gt, values: ['8']}]
                                matchFields: [{key: metadata.name, operator: In, values: [n1]}]
                            preferredDuringSchedulingIgnoredDuringExecution:
                            - {weight: 7, preference: {matchExpressions: [{key: gpu, operator: Exists}]}}
                        """);
        NodeTerm required = new NodeTerm(
                List.of(new Requirement("cores", Operator.GT, List.of("8"))),
                List.of(Requirement.in("metadata.name", "n1")));
        NodeTerm preferred = new NodeTerm(List.of(new Requirement("gpu", Operator.EXISTS, List.of())), List.of());
        assertThat(pod.spec().nodeAffinity())
                .isEqualTo(new NodeAffinity(
                        Map.of("disk", "ssd"), List.of(required), List.of(new NodeAffinity.Preferred(7, preferred))));
    }

    @Test
    void absentAndEmptyNodeTermsDiffer() {
        String affinity = "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: %s}}";
        assertThat(spec(CONTAINER + affinity.formatted("null"))
                        .spec()
                        .nodeAffinity()
                        .required())
                .isNull();
        assertThat(spec(CONTAINER + affinity.formatted("{nodeSelectorTerms: []}"))
                        .spec()
                        .nodeAffinity()
                        .required())
                .isEmpty();
    }

    @Test
    void readsPodAffinityWithTheApisMeaningOfAbsent() {
        assertThat(affinityTerm("{topologyKey: zone}"))
                .isEqualTo(new AffinityTerm(LabelSelector.NOTHING, Set.of("shop"), LabelSelector.NOTHING, "zone"));
        assertThat(affinityTerm("{topologyKey: zone, labelSelector: {}, namespaceSelector: {}}"))
                .isEqualTo(new AffinityTerm(LabelSelector.EVERYTHING, Set.of(), LabelSelector.EVERYTHING, "zone"));
        assertThat(affinityTerm("{topologyKey: zone, namespaces: [other], namespaceSelector: null}")
                        .namespaces())
                .containsExactly("other");
    }

    @Test
    void mergesLabelKeysThatThePodHasOnce() {
        AffinityTerm term = affinityTerm("{topologyKey: zone, labelSelector: {matchLabels: {app: web}},"
                + " matchLabelKeys: [app, tier, absent], mismatchLabelKeys: [tier]}");
        assertThat(term.selector())
                .isEqualTo(LabelSelector.of(List.of(
                        Requirement.in("app", "web"),
                        Requirement.in("tier", "front"),
                        new Requirement("tier", Operator.NOT_IN, List.of("front")))));
        assertThat(affinityTerm("{topologyKey: zone, matchLabelKeys: [app]}").selector())
                .isEqualTo(LabelSelector.NOTHING);
    }

    @Test
    void readsSpreadConstraints() {
        Pod pod = spec(
                CONTAINER
                        + """
                        topologySpreadConstraints:
                        - {maxSkew: 2, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}
                        - {maxSkew: 1, topologyKey: host, whenUnsatisfiable: ScheduleAnyway, minDomains: 3,
                           nodeAffinityPolicy: Ignore, nodeTaintsPolicy: Honor, labelSelector: {},
                           matchLabelKeys: [app, absent]}
                        """);
        assertThat(pod.spec().spread())
                .containsExactly(
                        new SpreadConstraint(2, "zone", true, LabelSelector.NOTHING, 1, true, false),
                        new SpreadConstraint(
                                1,
                                "host",
                                false,
                                LabelSelector.of(List.of(Requirement.in("app", "web"))),
                                3,
                                false,
                                true));
    }

    @Test
    void readsVolumesThatRestrict() {
        Pod pod = spec(
                CONTAINER
                        + """
                        volumes:
                        - {name: a, persistentVolumeClaim: {claimName: data}}
                        - {name: scratch, ephemeral: {volumeClaimTemplate: {spec: {}}}}
                        - {name: c, gcePersistentDisk: {pdName: d1, readOnly: true}}
                        - {name: d, awsElasticBlockStore: {volumeID: v1}}
                        - {name: e, iscsi: {iqn: q1, lun: 0, targetPortal: p}}
                        - {name: f, rbd: {monitors: [m1, m2], image: i}}
                        - {name: g, emptyDir: {}}
                        """);
        assertThat(pod.spec().volumes().claims())
                .containsExactly(new Claim("data", false), new Claim("web-0-scratch", true));
        assertThat(pod.spec().volumes().disks())
                .containsExactly(
                        new InlineDisk("gcePersistentDisk", "d1", Set.of(), true),
                        new InlineDisk("awsElasticBlockStore", "v1", Set.of(), false),
                        new InlineDisk("iscsi", "q1", Set.of(), false),
                        new InlineDisk("rbd", "rbd/i", Set.of("m1", "m2"), false));
    }

    @Test
    void textsThatNameNoVolumeAreNotKept() {
        String longText = "x".repeat(100_000);
        Pod pod = spec(CONTAINER
                + """
                volumes:
                - {name: a, persistentVolumeClaim: {claimName: LONG}}
                - {name: c, gcePersistentDisk: {pdName: LONG}}
                - {name: f, rbd: {monitors: [m1, LONG], image: i}}
                - {name: g, rbd: {monitors: [m1], image: LONG}}
                """
                        .replace("LONG", longText));
        // A character more than any claim's name: it is not found.
        assertThat(pod.spec().volumes().claims()).singleElement().satisfies(claim -> assertThat(claim.name())
                .hasSize(254));
        assertThat(pod.spec().volumes().disks()).containsExactly(new InlineDisk("rbd", "rbd/i", Set.of("m1"), false));
        assertThat(pod.spec().volumes().inline()).isEmpty();
    }

    @Test
    void theSlotsThatAPodNamesAreReadAndTheOneThatItTookOnceItIsBound() {
        String metadata =
                "metadata: {name: a, annotations: {edgewise.dev/slots: 't/3/ALL', edgewise.dev/slot: t/0/3}}\n";
        String bound = metadata + "spec: {nodeName: n1, containers: [{name: c}]}";
        assertThat(read((metadata + "spec: {containers: [{name: c}]}").replace("ALL", "0,2"))
                        .annotations())
                .isEqualTo(Map.of("edgewise.dev/slots", "t/3/0,2"));
        assertThat(read(bound.replace("ALL", "0,2")).annotations())
                .containsEntry("edgewise.dev/slots", "t/3/0,2")
                .containsEntry("edgewise.dev/slot", "t/0/3");
        // A pod that names too many slots is not taken for an ordinary one: what is left of them is refused.
        assertThat(read(bound.replace("ALL", "1,".repeat(3000))).annotations().get("edgewise.dev/slots"))
                .hasSize(4096);
    }

    @Test
    void theReservationThatAPodTookIsReadOnceItIsBound() {
        String metadata = "metadata: {name: a, annotations: {edgewise.dev/reservation: u1}, "
                + "ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: u2, controller: true}]}\n";
        Pod waits = read(metadata + "spec: {containers: [{name: c}]}");
        assertThat(waits.reservation()).isNull();
        assertThat(waits.controllerUid()).isEqualTo("u2");
        assertThat(read(metadata + "spec: {nodeName: n1, containers: [{name: c}]}")
                        .reservation())
                .isEqualTo("u1");
        assertThat(read((metadata + "spec: {nodeName: n1, containers: [{name: c}]}").replace("u1", "u".repeat(64)))
                        .reservation())
                .isNull();
    }

    @Test
    void ofAnnotationsOnlyThatIsKeptWhichIsReadAndOnlyAsFarAsItIs() {
        Pod pod = read("metadata: {name: a, annotations: {edgewise.dev/delay: " + "p".repeat(100_000)
                + ", edgewise.dev/other: " + "x".repeat(100_000) + ", edgewise.dev/bound-by: us}}\nspec: {"
                + CONTAINER.strip()
                + "}");
        assertThat(pod.annotations()).containsOnlyKeys("edgewise.dev/delay");
        assertThat(pod.annotations().get("edgewise.dev/delay")).hasSizeBetween(65, 1_000);
    }

    @Test
    void theNodeThatAPodBelongsToIsReadUnlessNoNodeCanHaveThatName() {
        String pod =
                "metadata: {name: a, annotations: {edgewise.dev/owner-node: n1}}\nspec: {" + CONTAINER.strip() + "}";
        assertThat(read(pod).annotations()).containsExactly(Map.entry("edgewise.dev/owner-node", "n1"));
        assertThat(read(pod.replace("n1", "n".repeat(254))).annotations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    containers: [{image: i}] | spec.containers[0].name is nothing: must be a text that is not empty
                    containers: [] | spec.containers is nothing: must be a list of at least one container
                    containers: [{name: c, resources: {requests: {cpu: abc}}}] | spec.containers[0].resources.requests.cpu is "abc": must be a quantity, such as 100m, 2 or 1Gi
                    containers: [{name: c}], overhead: {memory: -1} | spec.overhead.memory is "-1": must be a quantity of 0 or more
                    containers: [{name: c}, null] | spec.containers[1] is nothing: must be present
                    containers: [{name: c}], nodeSelector: {a: null} | spec.nodeSelector.a is nothing: must be a text
                    containers: [{name: c}], tolerations: [{key: a, effect: Never}] | spec.tolerations[0].effect is "Never": must be one of NoSchedule, PreferNoSchedule, NoExecute
                    containers: [{name: c}], tolerations: [{}] | spec.tolerations[0].operator is nothing: must be Exists when there is no key
                    containers: [{name: c}], topologySpreadConstraints: [{topologyKey: z, whenUnsatisfiable: DoNotSchedule}] | spec.topologySpreadConstraints[0].maxSkew is nothing: must be a whole number, 1 or more
                    containers: [{name: c, ports: [{hostPort: 70000}]}] | spec.containers[0].ports[0].hostPort is "70000": must be a whole number, 0 to 65535
                    containers: [{name: c}], affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{}]}} | spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey is nothing: must be a text that is not empty
                    containers: [{name: c}], affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Like}]}]}}} | spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].operator is "Like": must be one of In, NotIn, Exists, DoesNotExist, Gt, Lt
                    """)
    void namesTheFieldThatIsWrong(String spec, String message) {
        assertThatThrownBy(() -> read("metadata: {name: a}\nspec: {" + spec + "}"))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessage(message);
    }

    private static AffinityTerm affinityTerm(String term) {
        return spec(CONTAINER
                        + "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: ["
                        + term
                        + "]}}")
                .spec()
                .podAffinity()
                .requiredAnti()
                .get(0);
    }

    private static Pod spec(String spec) {
        return PodConverter.convert(Yaml.pod(spec));
    }

    private static Pod read(String yaml) {
        return PodConverter.convert(Yaml.read(io.fabric8.kubernetes.api.model.Pod.class, yaml));
    }
}
