package dev.edgewise.offloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pods that are no functions and must be near to a workload, on two nodes of which nobody knows the energy. */
class DelayViolationsIT extends OffloaderIT {
    private TestCluster cluster;

    @BeforeEach
    void aWorkloadOnTwoNodes() throws IOException {
        cluster = new TestCluster(client).function(2);
        runs("fibo-a", "edge-1");
        runs("fibo-b", "edge-2");
    }

    private void runs(String name, String node) {
        cluster.runs(name, node);
        client.pods().inNamespace("default").withName(name).edit(pod -> new PodBuilder(pod)
                .editMetadata()
                .removeFromLabels("faas_function")
                .addToLabels("delay_web", "20")
                .endMetadata()
                .build());
    }

    private String violation(String pod, String backup) {
        String uid = client.pods()
                .inNamespace("default")
                .withName(pod)
                .get()
                .getMetadata()
                .getUid();
        return ("{\"pod\": \"default/%s\", \"uid\": \"%s\", \"node\": \"edge-1\", \"severity\": 1.5,"
                        + " \"reason\": \"node(s) were farther than 20 ms from web\", \"backup\": \"%s\"}")
                .formatted(pod, uid, backup);
    }

    private static String ofAnother(String pod) {
        return "{\"pod\": \"other/%s\", \"uid\": \"%s\", \"node\": \"edge-1\", \"severity\": null, \"reason\": \"x\"}"
                .formatted(pod, pod);
    }

    @Test
    void whenTheWorkloadThatItRefersToHasMovedAPodFollowsToItsBackup() throws Exception {
        Replica replica = start();
        await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/api/v1/plan"))
                .contains("\"leader\":true", "\"stays\":{\"items\":[]", "\"trouble\":null")
                .doesNotContain("\"at\":null"));
        assertThat(scheduler.questions).as("nothing is broken").isEmpty();

        scheduler.free = "edge-1";
        scheduler.violations = List.of(ofAnother("x"), ofAnother("y"), violation("fibo-a", "edge-2"));
        await().atMost(SOON).until(() -> cluster.leaves("fibo-a"));
        assertThat(replica.get("/api/v1/offloads"))
                .contains("\"pod\":\"default/fibo-a\"", "\"source\":\"edge-1\",\"target\":\"edge-2\"")
                .contains("\"why\":\"node(s) were farther than 20 ms from web\",\"cause\":\"delay\"");
        assertThat(cluster.reservations()).hasSize(1);
        assertThat(cluster.leaves("fibo-b")).isFalse();

        scheduler.violations = List.of();
        cluster.ends("fibo-a");
        runs("fibo-c", "edge-2");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(replica.get("/api/v1/offloads")).contains("\"result\":\"LANDED\""));
    }

    @Test
    void whileTheSchedulerIsAwayNothingMovesAndThatIsSaid() throws Exception {
        scheduler.status = 503;
        Replica replica = start();
        scheduler.violations = List.of(violation("fibo-a", "edge-2"));
        await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/api/v1/plan"))
                .contains("\"violationTrouble\":\"which delay needs are broken: scheduler-service answers 503"));
        assertThat(cluster.leaves("fibo-a")).isFalse();
    }

    @Test
    void noneAreMovedIfTheSettingSaysSo() throws Exception {
        scheduler.violations = List.of(violation("fibo-a", "edge-2"));
        Replica replica = start("edgewise.function-offloader.delay-violations=none");
        await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/api/v1/plan"))
                .contains("\"leader\":true", "\"trouble\":null")
                .doesNotContain("\"at\":null"));
        assertThat(scheduler.questions).isEmpty();
        assertThat(cluster.leaves("fibo-a")).isFalse();
    }
}
