package dev.edgewise.offloader.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeConverterTest {
    /** More than a billion cores, which nobody has, counts as that. */
    @ParameterizedTest
    @CsvSource({"4, 4_000", "3920m, 3_920", "9223372036854775807, 1_000_000_000_000"})
    void theCpuOfANodeIsRead(String cpu, String millis) {
        assertThat(NodeConverter.node(new NodeBuilder()
                                .withNewMetadata()
                                .withName("a")
                                .endMetadata()
                                .withNewStatus()
                                .addToAllocatable("cpu", new Quantity(cpu))
                                .endStatus()
                                .build())
                        .cpuMillis())
                .isEqualTo(Long.parseLong(millis.replace("_", "")));
    }
}
