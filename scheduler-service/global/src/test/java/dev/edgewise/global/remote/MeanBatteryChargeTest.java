package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class MeanBatteryChargeTest {
    private final MeanBatteryCharge mean = new MeanBatteryCharge();

    /**
     * Middles of 0 to 15, 15 to 40, 40 to 75 and 75 to 100: (7.5 + 27.5 + 57.5 + 87.5) / 4 = 45. A node without a level
     * does not count.
     */
    @Test
    void aLevelCountsAsTheMiddleOfItsBand() {
        add("powerless");
        add("low-powered");
        add("vulnerable");
        add("well-powered");
        add("unknown");
        mean.add(JsonNodeFactory.instance.objectNode());

        assertThat(mean.mean()).isEqualTo(45);
    }

    @Test
    void isUnknownWithoutALevel() {
        assertThat(mean.mean()).isNaN();
    }

    private void add(String level) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.putObject("metadata").putObject("labels").put("energy-status", level);
        mean.add(node);
    }
}
