package dev.edgewise.scheduler.signals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.memory.InMemorySignalStore;
import dev.edgewise.scheduler.rtt.Rtt;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;

class RttFollowerTest {
    private static final Instant AT = Instant.ofEpochMilli(1_000_000);

    private final InMemorySignalStore<RoundTripTime> store = new InMemorySignalStore<>();
    private final Map<String, Map<String, Rtt>> fed = new HashMap<>();
    private final RttFollower follower = new RttFollower(store, RecordingFeed.ofRtt(fed::put), () -> {});

    @Test
    void handsOnWhatIsThereAndWhatChanges() {
        store.publish("n1", Map.of("n2", rtt(5_000)));
        follower.start();
        store.publish("n2", Map.of("n1", rtt(7_000)));

        // valid for 60 s from 1,000,000 ms on
        assertThat(fed)
                .containsEntry("n1", Map.of("n2", new Rtt(5_000, 5_000, 5_000, 1_000_000, 1_060_000)))
                .containsEntry("n2", Map.of("n1", new Rtt(7_000, 7_000, 7_000, 1_000_000, 1_060_000)));
    }

    @Test
    void lossAndSamplesAreHandedOn() {
        Observed observed = new Observed(AT, "agents", Duration.ofSeconds(60));
        store.publish("n1", Map.of("n2", new RoundTripTime(1, 2, 3, 0.5, 1, 17, observed)));
        follower.start();

        assertThat(fed.get("n1")).containsEntry("n2", new Rtt(1, 2, 3, 0.5f, 17, 1_000_000, 1_060_000, null));
    }

    @Test
    void aDeletedNodeLosesItsRowAndItsPlaceInOthers() {
        store.publish("n1", Map.of("n2", rtt(1), "n3", rtt(2)));
        store.publish("n2", Map.of("n1", rtt(3)));
        follower.start();
        store.dropNodes(Set.of("n2"));

        assertThat(fed.get("n2")).isEmpty();
        assertThat(fed.get("n1")).containsOnlyKeys("n3");
    }

    @Test
    void hearsNothingBeforeStartAndAfterClose() {
        store.publish("n1", Map.of("n2", rtt(1)));
        assertThat(fed).isEmpty();

        follower.start();
        follower.close();
        store.publish("n1", Map.of("n2", rtt(9)));

        assertThat(fed.get("n1").get("n2").p50()).isEqualTo(1);
    }

    @Test
    void healthTellsWhetherSignalsArrive() {
        SignalsHealth health = new SignalsHealth(follower);
        assertThat(health.health().getStatus().getCode()).isEqualTo("DEGRADED");

        follower.start();
        Health up = health.health();
        assertThat(up.getStatus().getCode()).isEqualTo("UP");
        assertThat(up.getDetails()).containsEntry("rttConnected", true).containsKey("since");
    }

    private static RoundTripTime rtt(long micros) {
        return RoundTripTime.ofMicros(micros, new Observed(AT, "static", Duration.ofSeconds(60)));
    }
}
