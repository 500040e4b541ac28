package dev.edgewise.networkprobe.rtt;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.web.Problems;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.nodes.ProbeEndpoint;
import dev.edgewise.networkprobe.nodes.ProbeNode;
import dev.edgewise.networkprobe.sources.EffectiveRttMerger;
import dev.edgewise.networkprobe.sources.ManualRttSource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class NearNodesControllerTest {
    private static final Instant NOW = Instant.parse("2026-11-29T00:00:00Z");
    private static final String PATH = "/monitoring/near-nodes/latency";

    private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    private final ManualRttSource source = new ManualRttSource(Duration.ofHours(1), name -> true, clock);
    private final NodeDirectory nodes = new NodeDirectory();
    private final MockMvc http = http(Map.of("nodes", nodes));

    private MockMvc http(Map<String, Object> beans) {
        ObjectProvider<NodeDirectory> directory =
                new StaticListableBeanFactory(beans).getBeanProvider(NodeDirectory.class);
        return MockMvcBuilders.standaloneSetup(
                        new NearNodesController(new EffectiveRttMerger(List.of(source), clock), directory, clock))
                .setControllerAdvice(new Problems())
                .build();
    }

    @Test
    void withoutAClusterTheNodesOfTheMatrixCount() throws Exception {
        put("b", 5_250, 0, Duration.ofHours(1));
        MockMvc alone = http(Map.of());

        alone.perform(get(PATH).param("source_node", "a"))
                .andExpect(status().isOk())
                .andExpect(content()
                        .json(
                                """
                        [{"node_name": "a", "node_ip": "", "latency": 0.0},
                         {"node_name": "b", "node_ip": "", "latency": 5.25}]
                        """,
                                JsonCompareMode.STRICT));
        alone.perform(get(PATH).param("source_node", "stranger")).andExpect(status().is(422));
    }

    @Test
    void listsTheNodeItselfAndThenTheOthersNearestFirst() throws Exception {
        for (String name : List.of("a", "far", "near", "equal", "silent", "old", "unmeasured")) {
            nodes.put(new ProbeNode(name, "", true, name.equals("near") ? new ProbeEndpoint("10.0.0.7", 8080) : null));
        }
        put("far", 80_000, 0, Duration.ofHours(1));
        put("near", 5_250, 0, Duration.ofHours(1));
        put("equal", 80_000, 0.5, Duration.ofHours(1));
        put("silent", 1_000, 1, Duration.ofHours(1));
        put("old", 1_000, 0, Duration.ofMillis(1));
        put("gone", 1_000, 0, Duration.ofHours(1));

        http.perform(get(PATH).param("source_node", "a").param("pingSize", "8").param("pingCount", "2"))
                .andExpect(status().isOk())
                .andExpect(content()
                        .json(
                                """
                        [{"node_name": "a", "node_ip": "", "latency": 0.0},
                         {"node_name": "near", "node_ip": "10.0.0.7", "latency": 5.25},
                         {"node_name": "equal", "node_ip": "", "latency": 80.0},
                         {"node_name": "far", "node_ip": "", "latency": 80.0}]
                        """,
                                JsonCompareMode.STRICT));
    }

    @Test
    void namesTheFieldThatIsMissingOrWrong() throws Exception {
        nodes.put(new ProbeNode("a", "", true, null));

        http.perform(get(PATH))
                .andExpect(status().isUnprocessableContent())
                .andExpect(jsonPath("$.field").value("source_node"));
        http.perform(get(PATH).param("source_node", "b"))
                .andExpect(status().isUnprocessableContent())
                .andExpect(jsonPath("$.value").value("b"))
                .andExpect(jsonPath("$.allowed").value("the name of a node of the cluster"));
        http.perform(get(PATH).param("source_node", "a").param("pingSize", "0"))
                .andExpect(status().isUnprocessableContent())
                .andExpect(jsonPath("$.field").value("pingSize"));
    }

    private void put(String to, long micros, double loss, Duration validFor) {
        Instant at = validFor.toMillis() == 1 ? NOW.minusSeconds(60) : NOW;
        source.put(
                "a",
                to,
                new RoundTripTime(micros, micros, micros, loss, 0, 5, new ObservationMetadata(at, "manual", validFor)));
    }
}
