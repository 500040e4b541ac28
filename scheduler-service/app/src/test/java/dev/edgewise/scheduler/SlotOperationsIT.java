package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.security.Permission;
import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.kubernetes.testing.ManifestRights;
import dev.edgewise.scheduler.RunningService.Answer;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** An operator labels the nodes of a testbed, and resets the jobs of a namespace. */
class SlotOperationsIT {
    private static final String SET_UP = "/api/v1/slots/testbeds/" + SlotSite.NAMESPACE + "/tb/node-set-up";
    private static final String RESET = "/api/v1/slots/jobs/" + SlotSite.NAMESPACE + "/reset";

    private static final FakeReviews REVIEWS = new FakeReviews()
            .user(
                    "operator",
                    "get pods",
                    "list nodes",
                    "patch nodes",
                    "get testbeds in lab",
                    "get batchjobs in lab",
                    "delete schedulings in lab",
                    "update batchjobs in lab")
            .user("tenant", "get testbeds in lab", "update batchjobs in lab", "get batchjobs in lab")
            .user("stranger");

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();
    private SlotSite site;
    private RunningService service;

    @TempDir
    private Path directory;

    static class Roles {
        @Bean
        @Primary
        ReviewApi testReviews() {
            return REVIEWS;
        }
    }

    /** n0 has the label; the others have none, and n3 is too small for two slots of a core and 1 GiB each. */
    @BeforeEach
    void start() throws IOException {
        site = new SlotSite(client);
        site.node("n0", 0);
        plain("n1", "8Gi");
        plain("n2", "8Gi");
        plain("n3", "1Gi");
        site.testbed(2, ", heldBy: Placeholder");
        site.jobs("a");
        service = RunningService.start(
                List.of(Roles.class),
                kubernetes.writeKubeconfig(directory.resolve("kubeconfig")),
                "--edgewise.kubernetes.namespace=edgewise",
                "--edgewise.security.auth=token-review",
                "--edgewise.scheduler.slots.enabled=true",
                "--edgewise.scheduler.slots.node-set-up.enabled=true");
        await().until(() ->
                service.get("/api/v1/slots/testbeds/lab/tb", as("operator")).status() == 200);
    }

    @AfterEach
    void close() {
        service.close();
        client.close();
        kubernetes.close();
    }

    private void plain(String name, String memory) {
        client.resource(new NodeBuilder(KubernetesObjects.node(name, "4"))
                        .editStatus()
                        .addToAllocatable("memory", new Quantity(memory))
                        .endStatus()
                        .build())
                .create();
    }

    private static String[] as(String user) {
        return new String[] {"Authorization", "Bearer " + TestTokens.of(user, "edgewise-scheduler-service")};
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new TreeMap<>();
        for (Node node : client.nodes().list().getItems()) {
            String value = node.getMetadata().getLabels().get("lab/node");
            if (value != null) {
                labels.put(node.getMetadata().getName(), value);
            }
        }
        return labels;
    }

    @Test
    void nodesAreLabelledForCallersWhoMayChangeNodes() {
        assertThat(service.post(SET_UP, "{\"count\":3}").status()).isEqualTo(401);
        assertThat(service.post(SET_UP, "{\"count\":3}", as("stranger")).status())
                .isEqualTo(403);
        Answer refused = service.post(SET_UP, "{\"count\":3}", as("tenant"));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body().path("detail").asText()).endsWith("patch nodes in the whole cluster");
        Answer dry = service.post(SET_UP + "?dryRun=true", "{\"count\":3}", as("operator"));
        assertThat(dry.status()).as("%s", dry.body()).isEqualTo(200);
        assertThat(labels()).isEqualTo(Map.of("n0", "0"));

        Answer answer = service.post(SET_UP, "{\"count\":3}", as("operator"));

        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
        assertThat(answer.body().path("nodes")).isEqualTo(dry.body().path("nodes"));
        assertThat(labels()).isEqualTo(Map.of("n0", "0", "n1", "1", "n2", "2"));
        await().untilAsserted(() -> assertThat(service.get("/api/v1/slots/testbeds/lab/tb", as("operator"))
                        .body()
                        .path("slots"))
                .hasSize(6));
        Answer again = service.post(SET_UP, "{\"count\":3}", as("operator"));
        assertThat(again.body().path("nodes").findValuesAsText("isNew")).containsOnly("false");
        Answer tooMany = service.post(SET_UP, "{\"count\":4}", as("operator"));
        assertThat(tooMany.status()).isEqualTo(422);
        assertThat(tooMany.body().path("allowed").asText()).startsWith("at most 3: ");
        assertThat(service.post(SET_UP, "{\"nodes\":[\"n9\"]}", as("operator")).status())
                .isEqualTo(422);
    }

    @Test
    void aResetEndsRunsAndRemovesTheHistoryOfJobs() {
        site.queue("first", "a");
        site.awaitSlots("a", 1);
        site.run("a");
        assertThat(service.post(RESET, "", as("tenant")).status()).isEqualTo(403);

        Answer begun = service.post(RESET, "", as("operator"));

        assertThat(begun.status()).as("%s", begun.body()).isEqualTo(202);
        assertThat(begun.body().at("/schedulings/0").asText()).isEqualTo("first");
        await().untilAsserted(() -> {
            site.act();
            assertThat(service.post(RESET, "", as("operator")).status()).isEqualTo(200);
        });
        assertThat(site.exists("Scheduling", "first")).isFalse();
        assertThat(site.podsOf("a")).isEmpty();
        await().during(Duration.ofMillis(300)).untilAsserted(() -> {
            assertThat(site.state("BatchJob", "a")).isEqualTo("Ready");
            assertThat(site.status("BatchJob", "a").path("runs")).isEmpty();
        });
    }

    @Test
    void itsManifestGrantsWhatNodeSetUpNeedsAndNoMore() throws IOException {
        Path manifest = RepositoryFiles.file("deploy/kubernetes/components/slots-node-set-up/access.yaml");

        assertThat(ManifestRights.of(manifest, "edgewise-scheduler-service-slots-node-set-up"))
                .containsExactly(Permission.everywhere("patch", "", "nodes"));
        assertThat(ManifestRights.needed(service.all(RequiredAccess.class)))
                .contains(Permission.everywhere("patch", "", "nodes"));
    }
}
