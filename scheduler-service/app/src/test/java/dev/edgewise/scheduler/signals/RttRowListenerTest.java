package dev.edgewise.scheduler.signals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalFollower;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.signal.memory.InMemorySignalStores;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.signals.rtt.RttRow;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RttRowListenerTest {
    private static final Instant AT = Instant.ofEpochMilli(1_000_000);

    private final InMemorySignalStores stores = new InMemorySignalStores();
    private final SignalStore<RoundTripTime> store = stores.of(RoundTripTimeJsonCodec.KIND);
    private final ClusterState cluster = new ClusterState(Clock.systemUTC());
    private final SignalFollower<RoundTripTime> follower = new SignalFollower<>(
            RoundTripTimeJsonCodec.KIND, stores, new RttRowListener(change -> cluster.change(RttIndex.FACT, change)));

    @Test
    void handsOnWhatIsThereAndWhatChanges() {
        store.publish("n1", Map.of("n2", rtt(5_000)));
        follower.start();
        store.publish("n2", Map.of("n1", rtt(7_000)));

        // valid for 60 s from 1,000,000 ms on
        assertThat(row("n1").to("n2")).isEqualTo(new Rtt(5_000, 5_000, 5_000, 1_000_000, 1_060_000));
        assertThat(row("n2").to("n1")).isEqualTo(new Rtt(7_000, 7_000, 7_000, 1_000_000, 1_060_000));
    }

    @Test
    void lossAndSamplesAreHandedOn() {
        ObservationMetadata observed = new ObservationMetadata(AT, "agents", Duration.ofSeconds(60));
        store.publish("n1", Map.of("n2", new RoundTripTime(1, 2, 3, 0.5, 1, 17, observed)));
        follower.start();

        assertThat(row("n1").to("n2")).isEqualTo(new Rtt(1, 2, 3, 0.5f, 17, 1_000_000, 1_060_000, null));
    }

    @Test
    void aDeletedNodeLosesItsRowAndItsPlaceInOthers() {
        store.publish("n1", Map.of("n2", rtt(1), "n3", rtt(2)));
        store.publish("n2", Map.of("n1", rtt(3)));
        follower.start();
        store.dropNodes(Set.of("n2"));

        assertThat(row("n2")).isNull();
        assertThat(row("n1").size()).isEqualTo(1);
        assertThat(row("n1").to("n3")).isNotNull();
    }

    private RttRow row(String from) {
        return cluster.snapshot().get(RttIndex.FACT).from(from);
    }

    private static RoundTripTime rtt(long micros) {
        return RoundTripTime.ofMicros(micros, new ObservationMetadata(AT, "static", Duration.ofSeconds(60)));
    }
}
