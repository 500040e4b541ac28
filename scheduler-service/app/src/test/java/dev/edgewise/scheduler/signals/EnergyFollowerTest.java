package dev.edgewise.scheduler.signals;

import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.SignalFollower;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.json.EnergyReadingJsonCodec;
import dev.edgewise.common.signal.memory.InMemorySignalStores;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.testing.Scenario;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EnergyFollowerTest {
    private final InMemorySignalStores stores = new InMemorySignalStores();
    private final SignalStore<EnergyReading> store = stores.of(EnergyReadingJsonCodec.KIND);
    private final Scenario scenario = new Scenario(BuiltInProfiles.edgewise(), 7).nodes(node("n1"), node("n2"));
    private final SignalFollower<EnergyReading> follower = new SignalsConfiguration()
            .energyFollower(
                    stores,
                    scenario.feed,
                    new TrustedSourcesProperties(List.of(), List.of()),
                    new SimpleMeterRegistry());

    @BeforeEach
    void publish() {
        store.publish(EnergyReadingJsonCodec.ROW, Map.of("n1", percent(90), "n2", percent(50)));
        follower.start();
    }

    @Test
    void handsOnWhatIsThereAndWhatChanges() {
        assertThat(follower.signal()).isEqualTo("energy");
        assertThat(readings().of("n1")).isEqualTo(percent(90));

        store.publish(EnergyReadingJsonCodec.ROW, Map.of("n1", percent(30)));

        assertThat(readings().of("n1")).isEqualTo(percent(30));
        assertThat(readings().of("n2")).isEqualTo(percent(50));
    }

    @Test
    void aNodeThatLeavesTheStoreOrTheClusterHasNoReading() {
        store.dropNodes(Set.of("n1"));
        assertThat(readings().of("n1")).isNull();
        assertThat(readings().of("n2")).isNotNull();

        scenario.feed.nodeGone("n2");
        assertThat(readings().isEmpty()).isTrue();
    }

    private EnergyIndex readings() {
        return scenario.state.snapshot().get(EnergyIndex.FACT);
    }
}
