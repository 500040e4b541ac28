package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.plugins.Profiles;
import dev.edgewise.scheduler.testing.Scenario;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ReservationKindsTest {
    private static final String STORED =
            """
            metadata: {name: r, namespace: shop, uid: u1, creationTimestamp: "2026-01-01T00:00:00Z"}
            spec: {node: n1, resources: {cpu: 1}, for: {selector: {}}, ttlSeconds: 60}
            """;

    private final Scenario scenario = new Scenario(Profiles.stock(), 1);

    @SuppressWarnings("unchecked")
    private void watched(String yaml) throws IOException {
        ReservationObject object = LeanMapper.create()
                .treeToValue(new ObjectMapper(new YAMLFactory()).readTree(yaml), ReservationObject.class);
        ((Consumer<ReservationObject>)
                        (Consumer<?>) ReservationKinds.all(scenario.feed).get(0).changed())
                .accept(object);
    }

    private Reservation known() {
        return scenario.state.reservations().get(0).reservation();
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

    /** A new leader must not give away room that the last one kept. */
    @Test
    void aLeaderCatchesUpWithReservationsAsWithPods() {
        List<String> then = new WatchConfiguration()
                .clusterKinds(scenario.feed).then().stream()
                        .map(WatchedKind::name)
                        .toList();
        assertThat(then).containsExactlyInAnyOrder("pods", "reservations");
    }
}
