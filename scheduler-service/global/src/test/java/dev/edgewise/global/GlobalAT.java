package dev.edgewise.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.TcpProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Requests in three real API servers: {@code edge} is full, {@code near} is slow, {@code cloud} has the requests as
 * well, and {@code dead} is not there. The accounts in the members have the rights of the manifest for members and no
 * more. {@code -Dedgewise.global.repeat=50} repeats each example so often.
 */
class GlobalAT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final int REPEAT = Integer.getInteger("edgewise.global.repeat", 1);

    private static RealMember edge;
    private static RealMember near;
    private static RealMember cloud;
    private static TcpProxy slow;
    private static TestManagement management;
    private static GlobalReplica first;
    private static GlobalReplica second;

    @BeforeAll
    static void start() throws IOException {
        Map<String, RealMember> members = RealMember.start(Map.of("edge", "1", "near", "8", "cloud", "64"));
        edge = members.get("edge");
        near = members.get("near").use("4");
        cloud = members.get("cloud").use("2");
        slow = TcpProxy.to(near.port()).answersAfter(Duration.ofMillis(100));
        management = new TestManagement(cloud.adminKubeconfig());
        management.member("edge", edge.kubeconfig(edge.port()), Map.of());
        management.member("near", near.kubeconfig(slow.port()), Map.of());
        management.member("cloud", cloud.kubeconfig(cloud.port()), Map.of());
        management.member("dead", edge.kubeconfig(FreePorts.find()), Map.of());
        first = replica();
        second = replica();
    }

    private static GlobalReplica replica() {
        return new GlobalReplica(
                management.kubeconfig(),
                "edgewise.global.members.timeout=30s",
                "edgewise.global.bids-within=30s",
                "edgewise.global.replica.lease=6s",
                "edgewise.global.replica.renew-every=2s");
    }

    @AfterAll
    static void stop() {
        for (GlobalReplica replica : new GlobalReplica[] {first, second}) {
            if (replica != null) {
                replica.close();
            }
        }
        if (slow != null) {
            slow.close();
        }
        for (RealMember member : new RealMember[] {edge, near, cloud}) {
            if (member != null) {
                member.close();
            }
        }
    }

    /** Runs a request of 2 CPU, and deletes it again. */
    private static void example(String kind, String clusters, RealMember right) {
        for (int run = 0; run < REPEAT; run++) {
            String name = kind + "-" + run;
            management.request(name, "2", "clusters: " + clusters + "\nreadyWithinSeconds: 120");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(management.status(name, "phase"))
                    .as(() -> String.valueOf(management.find(name)))
                    .isEqualTo("Completed"));
            assertThat(management.status(name, "cluster")).isEqualTo(right.name());
            for (RealMember member : List.of(edge, near, cloud)) {
                if (member == right) {
                    assertThat(member.ours()).contains("Pod " + name).hasSize(2);
                } else {
                    assertThat(member.ours()).isEmpty();
                }
            }
            management.delete(name);
            await().atMost(PATIENCE).until(() -> management.find(name) == null);
            assertThat(right.ours()).isEmpty();
        }
    }

    @Test
    void leveledPassesByTheFullOneAndTheDeadOne() {
        example("leveled", "[[edge], [dead], [cloud]]", cloud);
    }

    @Test
    void sharedTakesTheOneThatHasMostRoomOfThoseThatAnswer() {
        // Free of the node: 62 of 64 CPU in the cloud, 4 of 8 in the near edge; the full one does not bid.
        example("shared", "[[edge, near, cloud, dead]]", cloud);
    }

    @Test
    void compoundTakesTheSlowOneBeforeTheCloud() {
        example("compound", "[[edge], [near, dead], [cloud]]", near);
    }

    @Test
    void whatAReplicaLeavesIsFinishedByTheOther() {
        for (int run = 0; run < 10; run++) {
            management.request("moved-" + run, "1", "clusters: [[near], [cloud]]\nreadyWithinSeconds: 120");
        }
        second.close();
        second = null;
        for (int run = 0; run < 10; run++) {
            String name = "moved-" + run;
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(management.status(name, "phase"))
                    .isEqualTo("Completed"));
        }
        // A pod and its anchor for each request, in one cluster.
        assertThat(near.ours().size() + cloud.ours().size()).isEqualTo(20);
        for (int run = 0; run < 10; run++) {
            management.delete("moved-" + run);
        }
        await().atMost(PATIENCE)
                .until(() -> near.ours().isEmpty() && cloud.ours().isEmpty());
        second = replica();
    }
}
