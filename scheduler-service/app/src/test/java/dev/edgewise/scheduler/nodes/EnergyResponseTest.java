package dev.edgewise.scheduler.nodes;

import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.signals.energy.NodeEnergy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EnergyResponseTest {
    private static final Instant NOW = TestClock.START;
    private static final Node NODE = node("n").build();

    @Test
    void aReadingHasItsSourceAndAge() {
        assertThat(response(NODE, percent(57.5, NOW.minusMillis(90_700))))
                .isEqualTo(new EnergyResponse("vulnerable", 57.5, "battery", "PT1M30S", true));
    }

    @Test
    void aStaleReadingIsShownAsSuch() {
        assertThat(response(NODE, percent(57.5, NOW.minusSeconds(121))))
                .isEqualTo(new EnergyResponse("vulnerable", 57.5, "battery", "PT2M1S", false));
    }

    @Test
    void aLabelHasNeitherPercentNorAge() {
        Node labelled = node("n").label("energy-status", "powerless").build();

        assertThat(response(labelled, null)).isEqualTo(new EnergyResponse("powerless", null, "label", null, true));
        assertThat(response(NODE, null)).isNull();
    }

    private static @Nullable EnergyResponse response(Node node, @Nullable EnergyReading reading) {
        return EnergyResponse.of(NodeEnergy.of(node, reading, NOW), NOW);
    }
}
