package dev.edgewise.scheduler.signals;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestRewards.open;
import static dev.edgewise.scheduler.testing.TestRewards.quarantined;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.SignalFollower;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.json.RewardJsonCodec;
import dev.edgewise.common.signal.memory.InMemorySignalStores;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.testing.Scenario;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RewardFollowerTest {
    private static final String TYPE = "default.web";

    private final InMemorySignalStores stores = new InMemorySignalStores();
    private final SignalStore<Reward> store = stores.of(RewardJsonCodec.KIND);
    private final Scenario scenario = new Scenario(BuiltInProfiles.edgewise(), 7).nodes(node("n1"), node("n2"));
    private final SignalFollower<Reward> follower = new SignalsConfiguration().rewardFollower(stores, scenario.feed);

    @BeforeEach
    void publish() {
        store.publish(RewardRowNames.ofType(TYPE), Map.of("n1", open(0.9), RewardRowNames.ALL, open(0.4)));
        store.publish(RewardRowNames.NODES, Map.of("n2", open(0.7)));
        follower.start();
    }

    @Test
    void handsOnWhatIsThereAndWhatChanges() {
        assertThat(follower.signal()).isEqualTo("reward");
        assertThat(rewards().of(TYPE).of("n1")).isEqualTo(open(0.9));
        assertThat(rewards().of(TYPE).of(RewardRowNames.ALL)).isNull();
        assertThat(rewards().nodes().of("n2")).isEqualTo(open(0.7));

        RewardIndex before = rewards();
        store.publish(RewardRowNames.ofType(TYPE), Map.of("n1", open(0.8)));
        assertThat(rewards().restrictsAs(before)).isTrue();

        store.publish(RewardRowNames.ofType(TYPE), Map.of("n1", quarantined()));
        assertThat(rewards().of(TYPE).of("n1")).isEqualTo(quarantined());
        assertThat(rewards().restrictsAs(before)).isFalse();
    }

    @Test
    void aTypeThatLeavesTheStoreHasNoRewards() {
        store.replace(RewardRowNames.ofType(TYPE), Map.of());

        assertThat(rewards().of(TYPE).isEmpty()).isTrue();
        assertThat(rewards().nodes().isEmpty()).isFalse();
    }

    private RewardIndex rewards() {
        return scenario.state.snapshot().get(RewardIndex.FACT);
    }
}
