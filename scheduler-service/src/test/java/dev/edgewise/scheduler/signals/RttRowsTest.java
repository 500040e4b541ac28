package dev.edgewise.scheduler.signals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalFollower;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.memory.InMemorySignalStores;
import dev.edgewise.common.signal.rtt.RoundTripTimeJson;
import dev.edgewise.scheduler.rtt.Rtt;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RttRowsTest {
    private static final Instant AT = Instant.ofEpochMilli(1_000_000);

    private final InMemorySignalStores stores = new InMemorySignalStores();
    private final SignalStore<RoundTripTime> store = stores.of(RoundTripTimeJson.KIND);
    private final Map<String, Map<String, Rtt>> fed = new HashMap<>();
    private final SignalFollower<RoundTripTime> follower =
            new SignalFollower<>(RoundTripTimeJson.KIND, stores, new RttRows(RecordingFeed.ofRtt(fed::put)));

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

    private static RoundTripTime rtt(long micros) {
        return RoundTripTime.ofMicros(micros, new Observed(AT, "static", Duration.ofSeconds(60)));
    }
}
