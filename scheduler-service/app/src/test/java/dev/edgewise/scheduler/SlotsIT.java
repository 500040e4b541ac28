package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.security.Permission;
import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.testing.ManifestRights;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batch slots from the objects that people write to pods in slots, with Jobs as applications. */
class SlotsIT {
    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();
    private SlotSite site;

    /** Four nodes: with one slot each, slot i is on node i. */
    @BeforeEach
    void fourNodes() {
        site = new SlotSite(client);
        for (int i = 0; i < 4; i++) {
            site.node("n" + i, i);
        }
    }

    @AfterEach
    void close() {
        client.close();
        kubernetes.close();
    }

    private RunningService started(String... more) {
        String[] all = new String[more.length + 2];
        all[0] = "--edgewise.kubernetes.namespace=edgewise";
        all[1] = "--edgewise.scheduler.slots.enabled=true";
        System.arraycopy(more, 0, all, 2, more.length);
        return RunningService.start(kubernetes, all);
    }

    private static void awaitReady(RunningService service) {
        await().until(() -> service.get("/api/v1/nodes").status() == 200);
    }

    private void finish(String job) {
        site.run(job);
        site.succeed(job);
    }

    /**
     * The reference's example: 2,1,2,1,3,3,3,4,4 on four slots: job2 gets 0 and 2, job1 gets 1 and 3, then job3 the
     * lowest three.
     */
    @Test
    void aQueueRunsSlotForSlotInItsOrder() {
        site.testbed(1, ", heldBy: Placeholder");
        site.jobs("job1", "job2", "job3", "job4");
        site.queue("queue", "job2", "job1", "job2", "job1", "job3", "job3", "job3", "job4", "job4");
        try (RunningService service = started()) {
            awaitReady(service);
            assertThat(site.awaitSlots("job2", 2)).isEqualTo(Map.of(0, "n0", 2, "n2"));
            assertThat(site.awaitSlots("job1", 2)).isEqualTo(Map.of(1, "n1", 3, "n3"));
            site.awaitState("Testbed", "tb", "RUNNING");
            assertThat(site.podsOf("job3")).isEmpty();
            assertThat(service.get("/actuator/health").status()).isEqualTo(200);

            finish("job2");
            finish("job1");
            assertThat(site.awaitSlots("job3", 3)).isEqualTo(Map.of(0, "n0", 1, "n1", 2, "n2"));
            finish("job3");
            assertThat(site.awaitSlots("job4", 2)).hasSize(2);
            finish("job4");
            site.awaitState("Scheduling", "queue", "Completed");
            site.awaitState("BatchJob", "job4", "Completed");
            site.awaitState("Testbed", "tb", "SUCCESS");
            JsonNode status = site.status("Scheduling", "queue");
            assertThat(status.path("completed").asInt()).isEqualTo(4);
            assertThat(client.batch()
                            .v1()
                            .jobs()
                            .inNamespace(SlotSite.NAMESPACE)
                            .list()
                            .getItems())
                    .isEmpty();
        }
    }

    /** With two slots on each of two nodes, slots 0 and 2 are on the first node. */
    @Test
    void slotsOfASchedulingAreTheSlotsOfItsPods() {
        site.testbed(2, ", heldBy: Placeholder");
        site.jobs("a", "b");
        site.create(
                "Scheduling",
                "slots",
                "{testbed: {name: tb}, slotBased: {mode: relaxed, jobs: [{name: {name: a}, slotIds: [1, 4]}, {name: {name: b}, slotIds: [0]}]}}");
        try (RunningService service = started()) {
            awaitReady(service);
            assertThat(site.awaitSlots("a", 2)).isEqualTo(Map.of(1, "n1", 4, "n0"));
            assertThat(site.awaitSlots("b", 1)).isEqualTo(Map.of(0, "n0"));
            assertThat(service.get("/api/v1/nodes?limit=1")
                            .body()
                            .at("/items/0/requested/cpu")
                            .asText())
                    .as("two slots of a core each")
                    .isEqualTo("2000m");
        }
    }

    @Test
    void aSecondSchedulingWaitsUntilTheFirstIsDeleted() {
        site.testbed(1, ", heldBy: Placeholder");
        site.jobs("a", "b");
        site.queue("first", "a");
        try (RunningService service = started()) {
            awaitReady(service);
            assertThat(site.awaitSlots("a", 1)).isEqualTo(Map.of(0, "n0"));
            site.queue("second", "b");
            site.awaitState("Scheduling", "second", "Acquiring");
            site.delete("Scheduling", "first");
            assertThat(site.awaitSlots("b", 1)).isEqualTo(Map.of(0, "n0"));
            await().until(() -> !site.exists("Scheduling", "first"));
            assertThat(site.podsOf("a")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"waiting", "submitted", "bound", "running", "succeeded", "completed"})
    void aDeletedSchedulingReleasesEverythingInEachState(String state) {
        site.testbed(1, ", heldBy: Placeholder");
        site.jobs("a", "b");
        if (!state.equals("waiting")) {
            site.queue("queue", "a", "a");
        } else {
            site.queue("queue", "a", "a", "a", "a", "a");
        }
        try (RunningService service = started()) {
            awaitReady(service);
            reach(state);
            site.delete("Scheduling", "queue");
            await().until(() -> {
                site.act();
                return !site.exists("Scheduling", "queue");
            });
            assertThat(site.podsOf("a")).isEmpty();
            site.awaitState("Testbed", "tb", "SUCCESS");
            site.awaitState("BatchJob", "a", "Ready");
            site.queue("next", "b", "b", "b", "b");
            assertThat(site.awaitSlots("b", 4)).hasSize(4);
        }
    }

    private void reach(String state) {
        switch (state) {
            case "waiting" ->
                await().until(() -> !site.status("Scheduling", "queue").isEmpty());
            case "submitted" ->
                await().until(() -> !client.batch()
                        .v1()
                        .jobs()
                        .inNamespace(SlotSite.NAMESPACE)
                        .list()
                        .getItems()
                        .isEmpty());
            case "bound" -> site.awaitSlots("a", 2);
            case "running" -> {
                site.awaitSlots("a", 2);
                site.run("a");
                site.awaitState("BatchJob", "a", "Running");
            }
            case "succeeded" -> {
                site.awaitSlots("a", 2);
                finish("a");
            }
            default -> {
                site.awaitSlots("a", 2);
                finish("a");
                site.awaitState("Scheduling", "queue", "Completed");
            }
        }
    }

    @Test
    void aFailedJobIsRetriedThenSkippedAndTheOthersRun() {
        site.testbed(1, ", heldBy: Placeholder");
        site.job("a", ", failurePolicy: {retries: 1, backoffSeconds: 1, then: Skip}");
        site.jobs("b");
        site.queue("queue", "a", "b");
        try (RunningService service = started()) {
            awaitReady(service);
            for (int attempt = 0; attempt < 2; attempt++) {
                site.awaitSlots("a", 1);
                site.fail("a");
                await().until(() -> {
                    site.act();
                    return site.podsOf("a").stream()
                            .noneMatch(pod -> "Failed".equals(pod.getStatus().getPhase()));
                });
            }
            site.awaitSlots("b", 1);
            finish("b");
            site.awaitState("Scheduling", "queue", "Completed");
            site.awaitState("BatchJob", "a", "Failed");
            assertThat(site.status("BatchJob", "a").path("runs")).hasSize(2);
            assertThat(site.status("Scheduling", "queue").path("failed").asInt())
                    .isOne();
        }
    }

    @Test
    void aRestartContinuesWhereItWas() {
        site.testbed(1, ", heldBy: Placeholder");
        site.jobs("a", "b");
        site.queue("queue", "a", "a", "b", "b", "b");
        Map<Integer, String> before;
        try (RunningService service = started()) {
            awaitReady(service);
            before = site.awaitSlots("a", 2);
        }
        site.run("a");
        try (RunningService service = started()) {
            awaitReady(service);
            site.awaitState("BatchJob", "a", "Running");
            assertThat(site.awaitSlots("a", 2)).isEqualTo(before);
            assertThat(site.podsOf("b")).isEmpty();
            site.succeed("a");
            assertThat(site.awaitSlots("b", 3)).isEqualTo(Map.of(0, "n0", 1, "n1", 2, "n2"));
        }
    }

    @Test
    void pausePodsHoldFreeSlotsAndLeaveForPods() {
        site.testbed(1, "");
        site.jobs("a");
        try (RunningService service = started()) {
            awaitReady(service);
            await().untilAsserted(() -> assertThat(site.pausePods())
                    .extracting(pausePod -> pausePod.getSpec().getNodeName())
                    .containsExactlyInAnyOrder("n0", "n1", "n2", "n3"));
            assertThat(site.pausePods().get(0).getSpec().getPriorityClassName()).isEqualTo("edgewise-slot-ghosts");
            assertThat(service.get("/api/v1/nodes?limit=1")
                            .body()
                            .at("/items/0/requested/cpu")
                            .asText())
                    .as("the slot counts once")
                    .isEqualTo("1000m");
            site.queue("queue", "a", "a");
            assertThat(site.awaitSlots("a", 2)).isEqualTo(Map.of(0, "n0", 1, "n1"));
            await().untilAsserted(() -> assertThat(site.pausePods())
                    .extracting(pausePod -> pausePod.getSpec().getNodeName())
                    .containsExactlyInAnyOrder("n2", "n3"));
            site.delete("Scheduling", "queue");
            await().untilAsserted(() -> {
                site.act();
                assertThat(site.pausePods()).hasSize(4);
            });
            site.delete("Testbed", "tb");
            await().untilAsserted(() -> assertThat(site.pausePods()).isEmpty());
            await().until(() -> !site.exists("Testbed", "tb"));
        }
    }

    @Test
    void aWrongSchedulingIsToldSoAndOthersRun() {
        site.testbed(1, ", heldBy: Placeholder");
        site.jobs("a");
        site.queue("wrong", "a", "missing");
        site.queue("right", "a");
        try (RunningService service = started()) {
            awaitReady(service);
            site.awaitSlots("a", 1);
            await().untilAsserted(() -> assertThat(site.status("Scheduling", "wrong")
                            .path("conditions")
                            .toString())
                    .contains("missing"));
        }
    }

    /** A right in the service's own namespace may come from the cluster's role. */
    @Test
    void itsManifestsGrantWhatItNeedsAndNoMore() throws IOException {
        Path base = RepositoryFiles.file("deploy/kubernetes/base/scheduler-service/access.yaml");
        Path slots = RepositoryFiles.file("deploy/kubernetes/components/slots/access.yaml");
        Set<Permission> basic = Set.copyOf(ManifestRights.of(base, "edgewise-scheduler-service"));
        Set<Permission> additional = Set.copyOf(ManifestRights.of(slots, "edgewise-scheduler-service-slots"));
        try (RunningService service = RunningService.start(kubernetes, "--edgewise.scheduler.slots.enabled=true")) {
            Set<Permission> needed = ManifestRights.needed(service.all(RequiredAccess.class)).stream()
                    .filter(right -> !basic.contains(right) && !basic.contains(everywhere(right)))
                    .collect(Collectors.toSet());
            assertThat(additional).containsExactlyInAnyOrderElementsOf(needed);
        }
    }

    @Test
    void testbedsAreForOperatorsByARoleOfTheirOwn() throws IOException {
        Path roles = RepositoryFiles.file("deploy/kubernetes/components/slots/roles.yaml");
        assertThat(ManifestRights.of(roles, "edgewise-slots-edit"))
                .extracting(Permission::resource)
                .containsOnly("batchjobs", "schedulings");
        assertThat(ManifestRights.of(roles, "edgewise-testbeds-edit"))
                .extracting(Permission::resource)
                .containsOnly("testbeds");
    }

    private static Permission everywhere(Permission right) {
        return Permission.everywhere(right.verb(), right.group(), right.resource());
    }

    @Test
    void withoutTheSwitchNothingIsWatchedAndNothingHappens() {
        site.testbed(1, "");
        site.jobs("a");
        site.queue("queue", "a");
        try (RunningService service = RunningService.start(kubernetes, "--edgewise.kubernetes.namespace=edgewise")) {
            await().until(() -> service.get("/api/v1/nodes").status() == 200);
            assertThat(service.get("/actuator/metrics/edgewise.watch.objects.skipped?tag=kind:testbeds")
                            .status())
                    .isEqualTo(404);
            assertThat(site.pausePods()).isEmpty();
            assertThat(site.status("Scheduling", "queue").isMissingNode()).isTrue();
        }
    }
}
