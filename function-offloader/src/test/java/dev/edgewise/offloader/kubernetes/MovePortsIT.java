package dev.edgewise.offloader.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.offloader.TestCluster;
import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ControllerReference;
import dev.edgewise.offloader.cluster.WatchedClusterObjects;
import dev.edgewise.offloader.moves.Evictions.Answer;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.moves.MoveRefusedByApiException;
import dev.edgewise.offloader.moves.Reservations.Standing;
import dev.edgewise.offloader.rounds.pause.Pause;
import dev.edgewise.offloader.rounds.pause.PauseUnavailableException;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveLimitEntry;
import dev.edgewise.offloader.safety.Workload;
import dev.edgewise.offloader.surge.Surge;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reservations, evictions and the pause, with what an API server can answer. */
class MovePortsIT extends ClusterIT {
    private static final Duration TIME_TO_LIVE = Duration.ofMinutes(2);

    private static final String FORGED =
            "{\"pod\": \"ns/p\", \"uid\": \"u\", \"node\": \"a\", \"target\": \"b\", \"workload\": {\"namespace\":"
                    + " \"ns\", \"kind\": \"Deployment\", \"name\": \"../victim/deployments/web\", \"uid\": \"w\"}}";

    private final WatchedClusterObjects table = new WatchedClusterObjects();
    private MovablePod pod;

    @BeforeEach
    void aPod() throws Exception {
        client.load(Path.of("../deploy/kubernetes/base/scheduler-service/reservations.yaml")
                        .toUri()
                        .toURL()
                        .openStream())
                .create();
        TestCluster.keepRoom(client);
        Pod made = client.resource(KubernetesObjects.pod("p")).create();
        pod = movable(made.getMetadata().getUid());
        table.put(new CandidatePod(
                true,
                "default",
                "default/p",
                pod.uid(),
                "a",
                "",
                new ControllerReference("apps/v1", "ReplicaSet", "s", "su"),
                0,
                null,
                Set.of(),
                500,
                Set.of(),
                "",
                Map.of("cpu", "500m")));
    }

    private static MovablePod movable(String uid) {
        Workload workload = new Workload("default", "Deployment", "d", "du");
        return new MovablePod("default/p", uid, workload, "a", 0, Duration.ZERO, 2, 2, Set.of());
    }

    private KubernetesReservations reservations(WriteGate gate) {
        return new KubernetesReservations(api, retries, gate, table);
    }

    @Test
    void aReservationIsFoundByAnotherLeaderAndGivenBack() throws Exception {
        reservations(WriteGate.ALWAYS_OPEN).reserve(pod, "b", TIME_TO_LIVE);
        KubernetesReservations next = reservations(WriteGate.ALWAYS_OPEN);
        next.release(pod.uid());
        assertThat(next.standing()).containsExactly(new Standing(pod.uid(), "b"));
        next.release(pod.uid());
        next.release(pod.uid());
        assertThat(next.standing()).isEmpty();
    }

    @Test
    void aLostAnswerIsNoSecondReservationAndAnotherTargetIsNone() throws Exception {
        KubernetesReservations reservations = reservations(WriteGate.ALWAYS_OPEN);
        kubernetes.loseNextAnswer("POST", "/reservations");
        reservations.reserve(pod, "b", TIME_TO_LIVE);
        assertThat(reservations.standing()).containsExactly(new Standing(pod.uid(), "b"));
        assertThatThrownBy(() -> reservations.reserve(pod, "c", TIME_TO_LIVE))
                .isInstanceOf(MoveFailedException.class)
                .hasMessage("a reservation of an earlier move of this pod is there still");
    }

    /** The label that makes it one of ours may be set by anybody. */
    @Test
    void aReservationOfAnotherNamespaceThatIsNamedByAPodIsNone() throws Exception {
        reservations(WriteGate.ALWAYS_OPEN).reserve(pod, "b", TIME_TO_LIVE);
        table.removePod("default/p");
        table.put(new CandidatePod(
                true, "shop", "shop/p", pod.uid(), "a", "", null, 0, null, Set.of(), 500, Set.of(), "", Map.of()));
        KubernetesReservations next = reservations(WriteGate.ALWAYS_OPEN);
        assertThat(next.standing()).isEmpty();
        next.release(pod.uid());
        table.removePod("shop/p");
        assertThat(reservations(WriteGate.ALWAYS_OPEN).standing())
                .as("it is there still")
                .hasSize(1);
    }

    @Test
    void roomThatTheSchedulerDoesNotKeepIsNone() throws Exception {
        KubernetesReservations reservations = reservations(WriteGate.ALWAYS_OPEN);
        reservations.reserve(pod, "b", TIME_TO_LIVE);
        client.genericKubernetesResources("edgewise.dev/v1alpha1", "Reservation")
                .inNamespace("default")
                .withName("offload-" + pod.uid())
                .editStatus(reservation -> {
                    reservation.setAdditionalProperty("status", Map.of("phase", "Unschedulable", "message", "no room"));
                    return reservation;
                });
        assertThatThrownBy(() -> reservations.reserve(pod, "b", TIME_TO_LIVE))
                .hasMessage("the room on b is not kept: Unschedulable no room");
    }

    @Test
    void aReservationThatCannotBeReadIsNotTakenForAnother() throws Exception {
        kubernetes.deny("list", "reservations");
        KubernetesReservations reservations = reservations(WriteGate.ALWAYS_OPEN);
        assertThatThrownBy(() -> reservations.reserve(pod, "b", TIME_TO_LIVE))
                .hasMessageStartingWith("the reservation cannot be read: 403");
    }

    @Test
    void whoLeadsNoMoreAndWhoIsRefusedWritesNothing() {
        KubernetesReservations closed = reservations(() -> false);
        assertThatThrownBy(() -> closed.reserve(pod, "b", TIME_TO_LIVE))
                .hasMessage("this replica is not the leader any more");
        assertThatThrownBy(() -> new KubernetesEvictions(api, () -> false).evict(pod))
                .hasMessage("this replica is not the leader any more");
        kubernetes.deny("create", "reservations");
        assertThatThrownBy(() -> reservations(WriteGate.ALWAYS_OPEN).reserve(pod, "b", TIME_TO_LIVE))
                .hasMessageStartingWith("no room could be reserved on b: 403");
        table.removePod("default/p");
        assertThatThrownBy(() -> reservations(WriteGate.ALWAYS_OPEN).reserve(pod, "b", TIME_TO_LIVE))
                .hasMessage("pod default/p is not there any more");
    }

    /** Another replica may lead by then. */
    @Test
    void whoLeadsNoMoreWhileItWaitsToTryAgainWritesNothing() throws Exception {
        AtomicBoolean leads = new AtomicBoolean(true);
        // Each wait draws its length.
        Retries losing = new Retries(3, retries.backoff(), () -> {
            leads.set(false);
            return 0;
        });
        makeStateMap(Map.of());
        StateConfigMap state = new StateConfigMap(api, losing, "default");
        Surge surge = new Surge("default/p", pod.uid(), pod.workload(), "a", "b");
        kubernetes.failNext("PATCH", "/configmaps/", 503, 1);
        assertThatThrownBy(() -> new ConfigMapSurgeStore(state, leads::get).add(surge))
                .isInstanceOf(MoveFailedException.class)
                .hasMessageContaining("cannot be written: not sent");
        assertThat(state.read()).isEmpty();

        leads.set(true);
        kubernetes.failNext("POST", "/reservations", 503, 1);
        assertThatThrownBy(() ->
                        new KubernetesReservations(api, losing, leads::get, table).reserve(pod, "b", TIME_TO_LIVE))
                .isInstanceOf(MoveFailedException.class)
                .hasMessageContaining("not sent");
        assertThat(reservations(WriteGate.ALWAYS_OPEN).standing()).isEmpty();
    }

    private void makeStateMap(Map<String, String> data) {
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(StateConfigMap.NAME)
                        .withNamespace("default")
                        .endMetadata()
                        .addToData(data)
                        .build())
                .create();
    }

    @Test
    void evictionsSayWhatBecameOfThem() throws Exception {
        KubernetesEvictions evictions = new KubernetesEvictions(api, WriteGate.ALWAYS_OPEN);
        kubernetes.failNext("POST", "/eviction", 429, 1);
        assertThat(evictions.evict(pod)).isEqualTo(Answer.BLOCKED);
        kubernetes.failNext("POST", "/eviction", 403, 1);
        assertThatThrownBy(() -> evictions.evict(pod)).hasMessageStartingWith("the eviction was refused: 403");
        // The store may have timed out with the write under way.
        kubernetes.failNext("POST", "/eviction", 504, 1);
        assertThat(evictions.evict(pod)).isEqualTo(Answer.UNKNOWN);
        kubernetes.failNext("POST", "/eviction", 500, 1);
        kubernetes.failNext("GET", "/pods/p", 503, 1);
        assertThat(evictions.evict(pod)).as("a pod that cannot be looked at").isEqualTo(Answer.UNKNOWN);
        assertThat(evictions.evict(movable("another"))).as("of that name").isEqualTo(Answer.GONE);
        assertThat(actual("p")).isNotNull();

        kubernetes.loseNextAnswer("POST", "/eviction");
        assertThat(evictions.evict(pod)).isEqualTo(Answer.UNKNOWN);
        assertThat(actual("p")).isNull();
        assertThat(evictions.evict(pod)).isEqualTo(Answer.GONE);
    }

    /** The API server does not support it, and says so by a 500. */
    @Test
    void anEvictionThatTwoBudgetsForbidIsRefused() {
        Pod web = KubernetesObjects.pod("web");
        web.getMetadata().setLabels(Map.of("app", "web"));
        Pod made = client.resource(web).create();
        client.pods().inNamespace("default").withName("web").editStatus(each -> {
            each.setStatus(new PodStatusBuilder().withPhase("Running").build());
            return each;
        });
        for (String name : List.of("one", "two")) {
            client.resource(new PodDisruptionBudgetBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .withNamespace("default")
                            .endMetadata()
                            .withNewSpec()
                            .withMinAvailable(new IntOrString(0))
                            .withNewSelector()
                            .addToMatchLabels("app", "web")
                            .endSelector()
                            .endSpec()
                            .build())
                    .create();
        }
        Workload workload = new Workload("default", "Deployment", "d", "du");
        MovablePod movable = new MovablePod(
                "default/web", made.getMetadata().getUid(), workload, "a", 0, Duration.ZERO, 2, 2, Set.of());
        assertThatThrownBy(() -> new KubernetesEvictions(api, WriteGate.ALWAYS_OPEN).evict(movable))
                .isInstanceOf(MoveRefusedByApiException.class)
                .hasMessageContaining("the eviction was refused: 500 ")
                .hasMessageContaining("This pod has more than one PodDisruptionBudget");
        assertThat(actual("web")).isNotNull();
    }

    @Test
    void aPauseIsKeptAndOneByHandCountsToo() throws Exception {
        ConfigMapPause pause = new ConfigMapPause(new StateConfigMap(api, retries, "default"));
        assertThat(pause.read()).as("without a ConfigMap").isEmpty();
        Pause exam = new Pause(Instant.parse("2026-03-01T12:00:00Z"), "ada", "an \"exam\"");
        assertThatThrownBy(() -> pause.pause(exam))
                .isInstanceOf(PauseUnavailableException.class)
                .hasMessageContaining("cannot be written: 404")
                .hasMessageEndingWith("apply the manifests again");
        makeStateMap(Map.of("other", "1"));
        pause.pause(exam);
        assertThat(pause.read()).isEqualTo(Optional.of(exam));
        pause.resume();
        assertThat(pause.read()).isEmpty();

        client.configMaps().inNamespace("default").withName(StateConfigMap.NAME).edit(map -> new ConfigMapBuilder(map)
                .addToData("paused", "stop")
                .build());
        assertThat(pause.read()).contains(new Pause(null, "an edit of ConfigMap function-offloader-state", "stop"));
        kubernetes.deny("get", "configmaps");
        assertThatThrownBy(pause::read).hasMessageContaining("cannot be read: 403");
    }

    @Test
    void surgesOutliveAProcessAndWhatIsUnreadableIsLeft() throws Exception {
        makeStateMap(Map.of("surge.x", "by hand", "surge.y", FORGED));
        Surge surge = new Surge("default/p", pod.uid(), pod.workload(), "a", "b");
        StateConfigMap state = new StateConfigMap(api, retries, "default");
        ConfigMapSurgeStore surges = new ConfigMapSurgeStore(state, WriteGate.ALWAYS_OPEN);
        surges.add(surge);
        surges.add(surge);
        assertThat(new ConfigMapSurgeStore(state, () -> false).all()).containsExactly(surge);
        assertThatThrownBy(() -> new ConfigMapSurgeStore(state, () -> false).remove(surge))
                .hasMessage("this replica is not the leader any more");
        surges.remove(surge);
        surges.remove(surge);
        assertThat(surges.all()).isEmpty();
        assertThat(state.read()).containsKey("surge.x");
    }

    @Test
    void whatLimitsMovesOutlivesAProcess() throws Exception {
        makeStateMap(Map.of());
        StateConfigMap state = new StateConfigMap(api, retries, "default");
        ConfigMapMoveLimits limits = new ConfigMapMoveLimits(state, WriteGate.ALWAYS_OPEN);
        assertThat(limits.read()).isEmpty();
        List<MoveLimitEntry> marks = List.of(
                new MoveLimitEntry(MoveLimitEntry.Kind.MOVED, pod.workload(), pod.uid(), "a", Duration.ofMillis(1)),
                new MoveLimitEntry(MoveLimitEntry.Kind.BEGUN, pod.workload(), "", "", Duration.ofMillis(2)),
                new MoveLimitEntry(MoveLimitEntry.Kind.LEFT, pod.workload(), "", "a", Duration.ofMillis(3)));
        limits.write(marks);
        assertThat(new ConfigMapMoveLimits(state, () -> false).read()).isEqualTo(marks);
        assertThatThrownBy(() -> new ConfigMapMoveLimits(state, () -> false).write(marks))
                .hasMessage("this replica is not the leader any more");
        limits.write(List.of());
        assertThat(state.read()).isEmpty();

        // Many workloads with the longest names: the ConfigMap takes them.
        String longest = "x".repeat(253);
        List<MoveLimitEntry> very = IntStream.range(0, 5_000)
                .mapToObj(i -> new MoveLimitEntry(
                        MoveLimitEntry.Kind.STAYS,
                        new Workload("n".repeat(63), "Deployment", longest, "u" + i),
                        "",
                        longest,
                        Duration.ofMillis(i)))
                .toList();
        limits.write(very);
        assertThat(limits.read()).isEqualTo(very.subList(0, 1_500));
        assertThat(state.read().get("limits").length()).isLessThan(1_048_576);
        client.configMaps().inNamespace("default").withName(StateConfigMap.NAME).edit(map -> new ConfigMapBuilder(map)
                .addToData("limits", "by hand")
                .build());
        assertThat(limits.read()).isEmpty();
    }

    @Test
    void aDeploymentIsScaledOnlyFromTheNumberThatItHas() throws Exception {
        Deployment made = client.resource(new DeploymentBuilder()
                        .withNewMetadata()
                        .withName("d")
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withReplicas(1)
                        .withNewSelector()
                        .addToMatchLabels("a", "b")
                        .endSelector()
                        .withNewTemplate()
                        .withNewMetadata()
                        .addToLabels("a", "b")
                        .endMetadata()
                        .withSpec(KubernetesObjects.pod("template").getSpec())
                        .endTemplate()
                        .endSpec()
                        .build())
                .create();
        Workload workload =
                new Workload("default", "Deployment", "d", made.getMetadata().getUid());
        KubernetesDeploymentScaler scales = new KubernetesDeploymentScaler(api, WriteGate.ALWAYS_OPEN);
        Surge surge = surge(pod.uid(), workload);
        assertThat(scales.hasReplica(surge)).as("it has one").isFalse();
        assertThat(scales.addReplica(surge)).isTrue();
        assertThat(replicas()).isEqualTo(2);
        assertThat(scales.addReplica(surge)).as("it has two").isFalse();
        assertThat(scales.hasReplica(surge)).isTrue();
        assertThat(scales.hasReplica(surge("another", workload))).isFalse();
        assertThat(scales.takeReplicaBack(surge("another", workload))).isFalse();
        Workload before = new Workload("default", "Deployment", "d", "of one before");
        assertThat(scales.takeReplicaBack(surge(pod.uid(), before))).isFalse();
        assertThat(replicas()).isEqualTo(2);
        Workload gone = new Workload("default", "Deployment", "gone", "g");
        assertThat(scales.takeReplicaBack(surge(pod.uid(), gone))).isFalse();
        kubernetes.failNext("PATCH", "/scale", 500, 1);
        assertThatThrownBy(() -> scales.takeReplicaBack(surge))
                .isNotInstanceOf(MoveRefusedByApiException.class)
                .hasMessageStartingWith("Deployment default/d could not be scaled: 500");
        kubernetes.failNext("PATCH", "/scale", 429, 1);
        assertThatThrownBy(() -> scales.takeReplicaBack(surge))
                .as("nothing was done")
                .isInstanceOf(MoveRefusedByApiException.class);
        assertThatThrownBy(() -> new KubernetesDeploymentScaler(api, () -> false).takeReplicaBack(surge))
                .hasMessage("this replica is not the leader any more");

        somebodyScales(1);
        somebodyScales(2);
        assertThat(scales.hasReplica(surge)).as("somebody scaled it meanwhile").isFalse();
        assertThat(scales.takeReplicaBack(surge)).isFalse();
        somebodyScales(1);
        assertThat(scales.addReplica(surge)).isTrue();
        assertThat(scales.takeReplicaBack(surge)).isTrue();
        assertThat(replicas()).isEqualTo(1);
    }

    private static Surge surge(String pod, Workload workload) {
        return new Surge("default/p", pod, workload, "a", "b");
    }

    private void somebodyScales(int replicas) {
        client.apps().deployments().inNamespace("default").withName("d").edit(deployment -> {
            deployment.getSpec().setReplicas(replicas);
            return deployment;
        });
    }

    private int replicas() {
        return client.apps()
                .deployments()
                .inNamespace("default")
                .withName("d")
                .get()
                .getSpec()
                .getReplicas();
    }
}
