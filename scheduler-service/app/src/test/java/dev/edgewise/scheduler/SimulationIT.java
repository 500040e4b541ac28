package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.scheduler.RunningService.Answer;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Many pods, removals and reservations in one question, which changes nothing: all ask the same service. */
@TestInstance(Lifecycle.PER_CLASS)
class SimulationIT {
    private static final String PATH = "/api/v1/placements:simulate";

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();
    private RunningService service;

    @BeforeAll
    void aNodeThatIsFullAndOneThatIsNot() {
        client.resource(KubernetesObjects.node("n1")).create();
        client.resource(KubernetesObjects.pod("old", "4")).create();
        service = RunningService.start(kubernetes);
        await().until(() -> client.pods()
                        .inNamespace("default")
                        .withName("old")
                        .get()
                        .getSpec()
                        .getNodeName()
                != null);
        client.resource(KubernetesObjects.node("n2")).create();
        await().until(() -> service.get("/api/v1/nodes").body().path("items").size() == 2);
    }

    /** Takes back what a test changed. */
    @AfterEach
    void asBefore() {
        cordon(false);
        client.pods().inNamespace("default").withName("old").edit(pod -> new PodBuilder(pod)
                .editMetadata()
                .removeFromLabels("delay_n2")
                .endMetadata()
                .build());
        String question = "{\"profile\": \"edgewise\", \"pods\": [{\"like\": \"default/old\"}]}";
        await().until(() ->
                service.post(PATH, question).body().at("/pods/0/present").isMissingNode());
    }

    private void cordon(boolean whether) {
        client.nodes().withName("n1").edit(node -> new NodeBuilder(node)
                .editOrNewSpec()
                .withUnschedulable(whether)
                .endSpec()
                .build());
    }

    @AfterAll
    void close() {
        service.close();
        client.close();
        kubernetes.close();
    }

    @Test
    void podsLikeOthersMoveWithRemovalsBesideReservations() {
        Answer answer = service.post(
                PATH,
                """
                {"profile": "stock",
                 "reservations": [{"namespace": "default", "node": "n2", "resources": {"cpu": "3"},
                                   "for": {"selector": {"matchLabels": {"app": "other"}}}}],
                 "removals": ["default/old"],
                 "pods": [{"like": "default/old"}, %s, %s]}
                """
                        .formatted(json("small", "1"), json("late", "1")));
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
        assertThat(answer.body().path("pods").findValuesAsText("node")).containsExactly("n1", "n2", "null");
        assertThat(answer.body().path("pods").findValuesAsText("pod"))
                .containsExactly("default/old", "default/small", "default/late");
        assertThat(answer.body().at("/pods/0/score").asDouble()).isBetween(0.01, 1.0);
        assertThat(answer.body().at("/pods/2/reasons/Insufficient cpu").asInt()).isEqualTo(2);
        assertThat(answer.body().at("/pods/2/message").asText())
                .isEqualTo("0/2 nodes are available: 2 Insufficient cpu.");
        assertThat(client.pods().inNamespace("default").list().getItems()).hasSize(1);
    }

    @Test
    void aPodWhosePresentNodeIsNoneForItAnyMoreIsNamed() {
        String question =
                "{\"profile\": \"stock\", \"removals\": [\"default/old\"], \"pods\": [{\"like\": \"default/old\"}, %s]}"
                        .formatted(json("new", "1"));
        assertThat(service.post(PATH, question).body().at("/pods/0/present").isMissingNode())
                .isTrue();

        cordon(true);
        await().until(() ->
                service.post(PATH, question).body().at("/pods/0/node").asText().equals("n2"));
        Answer answer = service.post(PATH, question);
        assertThat(answer.body().at("/pods/0/present"))
                .hasToString(
                        "{\"node\":\"n1\",\"filter\":\"NodeUnschedulable\",\"reason\":\"node(s) were unschedulable\"}");
        assertThat(answer.body().at("/pods/1/present").isMissingNode())
                .as("a pod that runs nowhere")
                .isTrue();
    }

    /** A broken delay need is a reason to move the pod, which a cordoned node must not hide. */
    @Test
    void aBrokenDelayNeedIsNamedBeforeAllElse() {
        client.pods().inNamespace("default").withName("old").edit(pod -> new PodBuilder(pod)
                .editMetadata()
                .addToLabels("delay_n2", "1")
                .endMetadata()
                .build());
        cordon(true);
        String question = "{\"profile\": \"edgewise\", \"pods\": [{\"like\": \"default/old\"}]}";
        await().untilAsserted(() -> assertThat(service.post(PATH, question)
                        .body()
                        .at("/pods/0/present/filter")
                        .asText())
                .isEqualTo("Delay"));
        String beside = question.replace("edgewise", "stock");
        await().untilAsserted(() -> assertThat(service.post(PATH, beside)
                        .body()
                        .at("/pods/0/present/filter")
                        .asText())
                .isEqualTo("NodeUnschedulable"));
    }

    @Test
    void aMistakeOfTheWholeIsNamed() {
        refused("{}", "pods", "a list of 1 to 1000 pods");
        refused("{\"pods\": [{\"like\": \"default/old\"}], \"removal\": []}", "removal", "one of");
        refused("{\"pods\": [{\"like\": \"default/old\"}], \"removals\": 1}", "removals", "a list");
        refused("{\"pods\": [" + "{\"like\": \"default/old\"},".repeat(1000) + "{}]}", "pods", "at most 1000");
        refused("{\"profile\": \"none\", \"pods\": [{\"like\": \"default/old\"}]}", "profile", "one of");
        for (String seconds : List.of("0", "15.5", "\"5\"", "true", "-1")) {
            refused(
                    "{\"timeoutSeconds\": " + seconds + ", \"pods\": [{\"like\": \"default/old\"}]}",
                    "timeoutSeconds",
                    "a number of seconds, 0.001 to 15");
        }
    }

    /** Three pods of a question are wrong, each in another way; the fourth has its answer. */
    @Test
    void aMistakeOfOnePodIsNamedBesideTheAnswersAboutOthers() {
        Answer answer = service.post(
                PATH,
                """
                {"profile": "stock", "timeoutSeconds": 10, "removals": ["default/old"],
                 "pods": [{"like": "default/nobody"}, {"like": "nobody"},
                          {"metadata": {"name": "x"}, "spec": {"containers": []}}, {"like": "default/old"}]}
                """);
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
        assertThat(answer.body().at("/pods/3/node").asText()).isIn("n1", "n2");
        assertThat(answer.body().at("/pods/3/error").isMissingNode()).isTrue();
        assertThat(answer.body().at("/pods/0"))
                .hasToString("{\"pod\":\"default/nobody\",\"profile\":null,\"node\":null,\"score\":0.0,"
                        + "\"message\":\"pods[0].like is default/nobody: it must be a pod that is there\","
                        + "\"nodes\":2,\"feasible\":0,\"reasons\":{},"
                        + "\"error\":{\"reason\":\"NOT_FOUND\",\"index\":0,\"field\":\"pods[0].like\","
                        + "\"value\":\"default/nobody\",\"allowed\":\"a pod that is there\","
                        + "\"message\":\"pods[0].like is default/nobody: it must be a pod that is there\"}}");
        assertError(answer.body().at("/pods/1/error"), "INVALID", "pods[1].like", "namespace/name of a pod");
        assertError(answer.body().at("/pods/2/error"), "INVALID", "pods[2].spec.containers", "a list of at least one");
        assertThat(answer.body().at("/pods/1/pod").isNull()).isTrue();
        assertThat(answer.body().path("notAnswered")).isEmpty();
        assertThat(answer.body().path("errors")).isEmpty();
    }

    /** The other elements count: the pod is gone from n1, and n2 is reserved. */
    @Test
    void aMistakeOfARemovalOrReservationIsNamedBesideTheAnswers() {
        Answer answer = service.post(
                PATH,
                """
                {"profile": "stock", "removals": ["default/old", "a/b", "nobody"],
                 "reservations": [{"namespace": "default", "node": "n1"},
                                  {"namespace": "default", "node": "n2", "resources": {"cpu": "3"},
                                   "for": {"selector": {"matchLabels": {"app": "other"}}}}],
                 "pods": [{"like": "default/old"}]}
                """);
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
        assertThat(answer.body().at("/pods/0/node").asText()).isEqualTo("n1");
        JsonNode errors = answer.body().path("errors");
        assertThat(errors).hasSize(3);
        assertError(errors.get(0), "NOT_FOUND", "removals[1]", "a pod that is there");
        assertError(errors.get(1), "INVALID", "removals[2]", "namespace/name of a pod");
        assertError(errors.get(2), "INVALID", "reservations[0].resources", "an object of quantities");
        assertThat(errors.findValues("index")).extracting(JsonNode::asInt).containsExactly(1, 2, 0);
    }

    private static void assertError(JsonNode error, String reason, String field, String allowed) {
        assertThat(error.path("reason").asText()).isEqualTo(reason);
        assertThat(error.path("field").asText()).isEqualTo(field);
        assertThat(error.path("allowed").asText()).startsWith(allowed);
    }

    @Test
    void aBodyThatIsTooLongIsNotRead() {
        assertThat(service.post(PATH, "{\"pods\": \"" + "x".repeat(8 * 1024 * 1024) + "\"}")
                        .status())
                .isEqualTo(413);
        refused("{\"pods\": [" + "{},".repeat(2_000_000) + "{}]}", "the body", "of at most 500000");
    }

    private void refused(String body, String field, String allowed) {
        Answer answer = service.post(PATH, body);
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(422);
        assertThat(answer.body().path("field").asText()).isEqualTo(field);
        assertThat(answer.body().path("allowed").asText()).startsWith(allowed);
    }

    private static String json(String name, String cpu) {
        return Serialization.asJson(KubernetesObjects.pod(name, cpu));
    }
}
