package dev.edgewise.scheduler.kubernetes.watch;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.watch.ModuleWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.state.PendingPods;
import dev.edgewise.scheduler.state.protection.BackupReserveObject;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import dev.edgewise.scheduler.testing.Scenario;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class ReservationWatchesTest {
    private static final String STORED =
            """
            metadata: {name: r, namespace: shop, uid: u1, creationTimestamp: "2026-01-01T00:00:00Z"}
            spec: {node: n1, resources: {cpu: 1}, for: {selector: {}}, ttlSeconds: 60}
            """;

    private static final String SHOWN =
            """
            metadata: {name: r, namespace: edgewise, uid: u2, generation: 3, creationTimestamp: "2026-01-01T00:00:00Z"}
            spec: {node: n1, resources: {cpu: 1, memory: 1Gi, pods: 2}, for: {recovery: {}}, ttlSeconds: 300}
            """;

    private final Scenario scenario = new Scenario(BuiltInProfiles.stock(), 1);

    @SuppressWarnings("unchecked")
    private void watched(String yaml) throws IOException {
        ReservationObject object = TrimmedObjectMapper.create()
                .treeToValue(new ObjectMapper(new YAMLFactory()).readTree(yaml), ReservationObject.class);
        ((Consumer<ReservationObject>) (Consumer<?>) ReservationWatches.all(
                                scenario.feed.reservations(), "edgewise", HeavyObjectAccounting.within(1 << 30))
                        .get(0)
                        .changed())
                .accept(object);
    }

    private Reservation known() {
        return scenario.state.reservations().states().get(0).reservation();
    }

    @Test
    void oneThatCannotBeReadIsKnownUntilItEnds() {
        assertThatThrownBy(() ->
                watched(STORED.replace("selector: {}", "selector: {matchExpressions: [{key: a, operator: In}]}")));
        assertThat(known().problem()).startsWith("spec.for.selector.matchExpressions[0].values");
        assertThat(known().expiresAt()).isEqualTo(Instant.parse("2026-01-01T00:01:00Z"));
        assertThat(known().uid()).isEqualTo("u1");

        assertThatThrownBy(() -> watched(STORED.replace("ttlSeconds: 60", "ttlSeconds: -7")));
        assertThat(known().expiresAt()).isEqualTo(Instant.parse("2026-01-01T00:00:01Z"));
    }

    @Test
    void oneThatWasDeletedSaysSo() throws IOException {
        watched(STORED);
        assertThat(known().deleted()).isFalse();
        watched(STORED.replace("uid: u1", "uid: u1, deletionTimestamp: \"2026-01-01T00:00:10Z\", finalizers: [a/b]"));
        assertThat(known().deleted()).isTrue();
    }

    @Test
    void whatTheServiceShowsOfANodeHoldsNothing() throws IOException {
        scenario.nodes(node("n1").cpu("4"));
        watched(SHOWN);
        scenario.state.reservations().accept(100);

        assertThat(scenario.state.reservations().states()).isEmpty();
        BackupReserveObject shown = scenario.state.reservations().shown().get(0);
        assertThat(shown.keeps()).isEqualTo(new ResourceDemand(new Resources(1000, 1L << 30, 0, Map.of()), 2));
        assertThat(shown.generation()).isEqualTo(3);
        assertThat(freeCpu()).isEqualTo(4000);

        watched(SHOWN.replace("cpu: 1,", "cpu: -1,"));
        assertThat(scenario.state.reservations().shown().get(0).keeps()).isEqualTo(ResourceDemand.NONE);
        assertThat(scenario.state.reservations().shown().get(0).problem()).startsWith("spec.resources.cpu is \"-1\"");
    }

    @Test
    void oneThatATenantWritesLikeItIsRefusedAndSaysWhy() {
        assertThatThrownBy(() -> watched(SHOWN.replace("namespace: edgewise", "namespace: shop")));
        assertThatThrownBy(() -> watched(
                SHOWN.replace("recovery: {}", "recovery: {}, selector: {}").replace("name: r", "name: both")));
        scenario.nodes(node("n1").cpu("4"));
        scenario.state.reservations().accept(100);

        assertThat(scenario.state.reservations().shown()).isEmpty();
        assertThat(scenario.state.reservations().states()).hasSize(2).allSatisfy(known -> {
            assertThat(known.now().phase()).isEqualTo(Phase.UNSCHEDULABLE);
            assertThat(known.now().message())
                    .startsWith("spec.for.recovery is \"{}\": must be left out: only scheduler-service shows");
        });
        assertThat(freeCpu()).isEqualTo(4000);
    }

    /** The status, which no tenant may write, marks the reservation as another service's. */
    @Test
    void whatAnotherServiceShowsInItsNamespaceIsLeftAlone() throws IOException {
        String others = SHOWN.replace("namespace: edgewise", "namespace: second");
        assertThatThrownBy(() -> watched(others));
        assertThat(scenario.state.reservations().states()).hasSize(1);

        watched(others + "status: {phase: Active}");

        assertThat(scenario.state.reservations().states()).isEmpty();
        assertThat(scenario.state.reservations().shown()).isEmpty();
    }

    @Test
    void anObjectIsOfOneKindAtATime() throws IOException {
        scenario.nodes(node("n1").cpu("4"));
        watched(STORED.replace("namespace: shop", "namespace: edgewise"));
        scenario.state.reservations().accept(100);
        assertThat(freeCpu()).isEqualTo(3000);

        watched(SHOWN);
        assertThat(scenario.state.reservations().states()).isEmpty();
        assertThat(freeCpu()).isEqualTo(4000);

        watched(STORED.replace("namespace: shop", "namespace: edgewise"));
        assertThat(scenario.state.reservations().shown()).isEmpty();
        watched(SHOWN);
        scenario.feed.reservations().remove(new ReservationKey("edgewise", "r"));
        assertThat(scenario.state.reservations().shown()).isEmpty();
    }

    private long freeCpu() {
        return Objects.requireNonNull(scenario.state.snapshot().node("n1")).freeMilliCpu();
    }

    /** A new leader must not give away room that the last one kept. */
    @Test
    void aLeaderCatchesUpWithReservationsAsWithPods() {
        List<String> then = new WatchConfiguration()
                        .clusterKinds(
                                scenario.feed,
                                scenario.feed.reservations(),
                                new PendingPods(true),
                                Spelling.none(),
                                new OwnNamespace("edgewise"),
                                new StaticListableBeanFactory().getBeanProvider(ModuleWatchedKinds.class))
                        .then()
                        .stream()
                        .map(WatchedKind::name)
                        .toList();
        assertThat(then).containsExactlyInAnyOrder("pods", "reservations");
    }
}
