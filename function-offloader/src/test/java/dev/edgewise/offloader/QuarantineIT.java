package dev.edgewise.offloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Functions on two nodes of which nobody knows the energy; one is in quarantine for their type. */
class QuarantineIT extends OffloaderIT {
    private TestCluster cluster;

    @BeforeEach
    void aFunctionOnTwoNodes() throws IOException {
        cluster = new TestCluster(client).function(2);
        cluster.runs("fibo-a", "edge-1");
        cluster.runs("fibo-b", "edge-2");
        String uid = client.pods()
                .inNamespace("default")
                .withName("fibo-a")
                .get()
                .getMetadata()
                .getUid();
        scheduler.quarantine = List.of(("{\"pod\": \"default/fibo-a\", \"uid\": \"%s\", \"node\": \"edge-1\","
                        + " \"reason\": \"node(s) were in quarantine\", \"severity\": 0.9, \"since\": \"2026-11-24T00:00:00Z\"}")
                .formatted(uid));
    }

    @Test
    void aFunctionLeavesTheNode() throws Exception {
        Replica replica = start();
        await().atMost(SOON).until(() -> cluster.leaves("fibo-a"));
        assertThat(replica.get("/api/v1/offloads"))
                .contains("\"pod\":\"default/fibo-a\"", "\"source\":\"edge-1\",\"target\":\"edge-2\"")
                .contains("\"why\":\"node(s) were in quarantine\",\"cause\":\"reward\"");
        assertThat(cluster.leaves("fibo-b")).isFalse();
    }

    @Test
    void noneLeavesIfTheSettingSaysSo() throws Exception {
        Replica replica = start("edgewise.function-offloader.leave-quarantine=false");
        await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/api/v1/plan"))
                .contains("\"trouble\":\"there is no node that is ready and has a valid reading of its energy\""));
        assertThat(scheduler.questions).isEmpty();
        assertThat(cluster.leaves("fibo-a")).isFalse();
    }
}
