package dev.edgewise.common.signal.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.SignalFollower;
import dev.edgewise.common.signal.Words;
import dev.edgewise.common.signal.memory.InMemorySignalStores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

class SignalsHealthTest {
    private final InMemorySignalStores stores = new InMemorySignalStores();
    private final List<String> heard = new ArrayList<>();
    private final SignalFollower<String> follower =
            new SignalFollower<>(Words.KIND, stores, (row, values) -> heard.add(row + values));

    @Test
    void tellsOfEachKindWhetherItArrives() {
        HealthIndicator health = new SignalFollowersAutoConfiguration().signalsHealthIndicator(List.of(follower));
        assertThat(health.health().getStatus().getCode()).isEqualTo("DEGRADED");
        assertThat(health.health().getDetails()).containsEntry("wordsConnected", false);

        follower.start();
        Health up = health.health();
        assertThat(up.getStatus().getCode()).isEqualTo("UP");
        assertThat(up.getDetails()).containsEntry("wordsConnected", true).containsKey("wordsSince");
    }

    @Test
    void nothingIsHeardBeforeTheStartAndAfterTheEnd() {
        stores.of(Words.KIND).publish("a", Map.of("b", "one"));
        assertThat(heard).isEmpty();

        follower.start();
        follower.start();
        follower.close();
        stores.of(Words.KIND).publish("a", Map.of("b", "two"));
        assertThat(heard).containsExactly("a{b=one}");
    }
}
