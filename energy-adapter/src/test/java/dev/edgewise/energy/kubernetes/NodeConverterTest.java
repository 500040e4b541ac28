package dev.edgewise.energy.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeTaint;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import dev.edgewise.testkit.LiveHeap;
import io.fabric8.kubernetes.api.model.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeConverterTest {
    private static final int NODES = 5_000;
    private static final ObjectMapper MAPPER = ApiServerObjectMappers.lenient();

    private final NodeConverter converter = new NodeConverter(Set.of("power", "virtual"));

    private static Node read(String name, String labels, String rest) throws Exception {
        return MAPPER.readValue(
                "{\"metadata\": {\"name\": \"" + name + "\", \"resourceVersion\": \"7\"" + labels + "}" + rest + "}",
                Node.class);
    }

    @Test
    void ofLabelsThoseThatAreLookedAtAreRead() throws Exception {
        String labels =
                ", \"labels\": {\"power\": \"battery\", \"energy-status\": \"vulnerable\", \"kubernetes.io/arch\": \"arm64\"}";
        String rest =
                """
                , "spec": {"taints": [{"key": "k", "effect": "NoSchedule"}]},
                "status": {"addresses": [{"type": "InternalIP", "address": "10.0.0.3"}]}
                """;
        assertThat(converter.node(read("a", labels, rest)))
                .isEqualTo(new EnergyNode(
                        "a",
                        "7",
                        Map.of("power", "battery", "energy-status", "vulnerable"),
                        Set.of("10.0.0.3"),
                        List.of(new NodeTaint("k", null, "NoSchedule", null))));
        assertThat(converter.node(read("b", "", "")))
                .isEqualTo(new EnergyNode("b", "7", Map.of(), Set.of(), List.of()));
    }

    /** 7,772 bytes where each kept its fifty labels. */
    @Test
    void aNodeKeepsLessThanItsLabels() throws Exception {
        String others = IntStream.range(0, 48)
                .mapToObj(i -> "\"feature.node.kubernetes.io/cpu-cpuid.FEATURE" + i + "\": \"true\"")
                .collect(Collectors.joining(", "));
        String labels = ", \"labels\": {\"power\": \"battery\", \"energy-status\": \"vulnerable\", " + others + "}";
        List<EnergyNode> nodes = new ArrayList<>();
        nodes.add(converter.node(read("first", labels, "")));
        long before = LiveHeap.bytes();
        for (int i = 0; i < NODES; i++) {
            nodes.add(converter.node(read("edge-" + i + ".example.com", labels, "")));
        }
        assertThat((LiveHeap.bytes() - before) / NODES).isLessThan(1_000);
        assertThat(nodes).hasSize(NODES + 1);
    }
}
