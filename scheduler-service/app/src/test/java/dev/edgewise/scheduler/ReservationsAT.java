package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reservations on a real API server: its validation, and that it copies the annotations of a binding to the pod. */
class ReservationsAT {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Path kubeconfig;
    private RealApi api;
    private RealSite site;
    private RunningService service;

    @BeforeEach
    void start() {
        kubeconfig = RealApi.kubeconfig("KUBECONFIG");
        api = new RealApi(kubeconfig);
        site = new RealSite(api);
        api.defineReservations();
        await().until(() -> api.exists("/api/v1/namespaces/" + site.namespace() + "/serviceaccounts/default"));
        site.node("far", "16", Map.of());
        site.node("kept", "2", Map.of());
        service = RunningService.start(kubeconfig);
    }

    @AfterEach
    void stop() {
        Stream.of(service, site, api).filter(Objects::nonNull).forEach(started -> {
            try {
                started.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void theFirstPodItIsForLandsOnTheReservedNodeAndNoOtherPodDoes() {
        String uid = reserve("cart", 600).path("metadata").path("uid").asText();
        awaitPhase("cart", "Active");
        // All of the node is kept: who is not meant goes to the other, or nowhere.
        site.create(site.pod("web", "edgewise", "500m"));
        await().untilAsserted(() -> assertThat(site.nodeOf("web")).isEqualTo("far"));
        site.create(onKept(site.pod("stuck", "edgewise", "500m")));
        await().untilAsserted(
                        () -> assertThat(site.messages("stuck")).anyMatch(said -> said.contains("Insufficient cpu")));

        site.create(cart("cart-1"));
        await().untilAsserted(() -> assertThat(site.nodeOf("cart-1")).isEqualTo("kept"));
        assertThat(site.pod("cart-1").getMetadata().getAnnotations()).containsEntry("edgewise.dev/reservation", uid);
        awaitPhase("cart", "Taken");
        assertThat(stored("cart").path("status").path("pod").asText()).isEqualTo("cart-1");

        site.create(cart("cart-2"));
        await().untilAsserted(() -> assertThat(site.nodeOf("cart-2")).isEqualTo("far"));
        assertThat(site.pod("cart-2").getMetadata().getAnnotations()).doesNotContainKey("edgewise.dev/reservation");
        assertThat(service.get("/api/v1/explain/" + site.namespace() + "/cart-1")
                        .body()
                        .path("message")
                        .asText())
                .endsWith("(takes reservation " + site.namespace() + "/cart)");
    }

    @Test
    void aReservationThatExpiresFreesItsRoom() {
        // Long enough to be seen before, on a busy machine, too.
        reserve("cart", 20);
        awaitPhase("cart", "Active");
        site.create(onKept(site.pod("web", "edgewise", "500m")));
        await().untilAsserted(
                        () -> assertThat(site.messages("web")).anyMatch(said -> said.contains("Insufficient cpu")));
        awaitPhase("cart", "Expired");
        await().untilAsserted(() -> assertThat(site.nodeOf("web")).isEqualTo("kept"));
    }

    @Test
    void aRestartKeepsItAndWhatTookIt() {
        reserve("cart", 600);
        awaitPhase("cart", "Active");
        service.close();
        // created while no scheduler ran; more than the 0.5 of a core that cart-1 leaves
        site.create(onKept(site.pod("web", "edgewise", "600m")));
        site.create(cart("cart-1"));
        service = RunningService.start(kubeconfig);
        await().untilAsserted(() -> assertThat(site.nodeOf("cart-1")).isEqualTo("kept"));
        assertThat(site.nodeOf("web")).isEmpty();

        service.close();
        site.create(cart("cart-2"));
        service = RunningService.start(kubeconfig);
        await().untilAsserted(() -> assertThat(site.nodeOf("cart-2")).isEqualTo("far"));
        awaitPhase("cart", "Taken");
    }

    @Test
    void theApiServerRefusesWhatItsDefinitionForbids() {
        ObjectNode object = reservation("bad", 600);
        ((ObjectNode) object.path("spec")).put("ttlSeconds", 86_401);
        assertThat(refusal(object)).contains("spec.ttlSeconds");
        ((ObjectNode) object.path("spec")).put("ttlSeconds", 60).putObject("for");
        assertThat(refusal(object)).contains("spec.for");

        ObjectNode longName = reservation("bad", 600);
        ((ObjectNode) longName.at("/spec/resources")).put("a/" + "g".repeat(316), "1");
        assertThat(refusal(longName)).contains("names have at most 317 characters");
        ObjectNode negative = reservation("bad", 600);
        ((ObjectNode) negative.at("/spec/resources")).put("cpu", -5);
        assertThat(refusal(negative)).contains("spec.resources.cpu");
        ObjectNode label = reservation("bad", 600);
        ((ObjectNode) label.at("/spec/for/selector/matchLabels")).put("k".repeat(318), "v");
        assertThat(refusal(label)).contains("keys have at most 317 characters");
        ObjectNode empty = reservation("bad", 600);
        ((ObjectNode) empty.at("/spec/for/selector"))
                .putArray("matchExpressions")
                .addObject()
                .put("key", "app")
                .put("operator", "In");
        assertThat(refusal(empty)).contains("values are needed by In and NotIn");
        ((ObjectNode) empty.at("/spec/for/selector/matchExpressions/0")).put("operator", "Exists");
        assertThat(refusal(empty)).isEmpty();
    }

    @Test
    void onlyWhatShowsWhatANodeKeepsMayBeChangedAndATenantsOwnHoldsNothing() {
        reserve("cart", 600);
        ObjectNode shown = reservation("shown", 600);
        ((ObjectNode) shown.path("spec")).putObject("for").putObject("recovery");
        assertThat(refusal(shown)).isEmpty();
        ObjectNode both = reservation("both", 600);
        ((ObjectNode) both.at("/spec/for")).putObject("recovery");
        assertThat(refusal(both)).contains("spec.for");

        assertThat(refusal("shown", "{\"resources\":{\"cpu\":\"1\",\"pods\":\"3\"},\"reason\":\"more\"}"))
                .isEmpty();
        for (String refused : List.of("shown {\"node\":\"other\"}", "cart {\"resources\":{\"cpu\":\"1\"}}")) {
            String[] parts = refused.split(" ");
            assertThat(refusal(parts[0], parts[1])).as(refused).contains("cannot be changed");
        }
        assertThat(refusal("shown", "{\"for\":{\"recovery\":null,\"selector\":{}}}"))
                .contains("cannot be changed");

        awaitPhase("shown", "Unschedulable");
        assertThat(stored("shown").path("status").path("message").asText())
                .startsWith("spec.for.recovery is \"{}\": must be left out");
    }

    /** 2 cores are the whole node, and the namespace may request one. */
    @Test
    void aNamespaceWithAQuotaOfOneCoreCannotKeepACriticalPodFromItsNode() {
        String quotas = "/api/v1/namespaces/" + site.namespace() + "/resourcequotas";
        ObjectNode quota = JSON.createObjectNode();
        quota.put("apiVersion", "v1").put("kind", "ResourceQuota");
        quota.putObject("metadata").put("name", "compute").put("namespace", site.namespace());
        quota.putObject("spec").putObject("hard").put("requests.cpu", "1");
        api.create(quotas, quota);
        // As kube-controller-manager counts it, where one runs.
        ObjectNode counted = JSON.createObjectNode();
        counted.putObject("status").putObject("hard").put("requests.cpu", "1");
        ((ObjectNode) counted.path("status")).putObject("used").put("requests.cpu", "0");
        api.merge(quotas + "/compute/status", counted);

        reserve("first", 1);
        awaitPhase("first", "Expired");
        reserve("cart", 600);
        await().untilAsserted(() -> assertThat(
                        stored("cart").path("status").path("message").asText())
                .startsWith("ResourceQuota compute leaves 1000m of cpu to namespace " + site.namespace()));
        site.create(onKept(site.pod("critical", "edgewise", "500m"))
                .editSpec()
                .withPriorityClassName("system-cluster-critical")
                .endSpec());
        await().untilAsserted(() -> assertThat(site.nodeOf("critical")).isEqualTo("kept"));
    }

    private String refusal(String name, String spec) {
        return refusal(() ->
                api.merge(collection() + "/" + name, JSON.createObjectNode().set("spec", JSON.readTree(spec))));
    }

    private String refusal(JsonNode object) {
        return refusal(() -> api.create(collection(), object));
    }

    private interface Request {
        void send() throws IOException;
    }

    private static String refusal(Request request) {
        try {
            request.send();
            return "";
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (IllegalStateException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    private JsonNode reserve(String name, int seconds) {
        return api.create(collection(), reservation(name, seconds));
    }

    private ObjectNode reservation(String name, int seconds) {
        ObjectNode object = JSON.createObjectNode();
        object.put("apiVersion", "edgewise.dev/v1alpha1").put("kind", "Reservation");
        object.putObject("metadata").put("name", name).put("namespace", site.namespace());
        ObjectNode spec = object.putObject("spec");
        spec.put("node", site.name("kept")).put("ttlSeconds", seconds);
        spec.putObject("resources").put("cpu", "2");
        spec.putObject("for").putObject("selector").putObject("matchLabels").put("app", "cart");
        return object;
    }

    private JsonNode stored(String name) {
        return api.get(collection() + "/" + name);
    }

    private void awaitPhase(String name, String phase) {
        await().untilAsserted(() ->
                assertThat(stored(name).path("status").path("phase").asText()).isEqualTo(phase));
    }

    private String collection() {
        return "/apis/edgewise.dev/v1alpha1/namespaces/" + site.namespace() + "/reservations";
    }

    private PodBuilder cart(String name) {
        return site.pod(name, "edgewise", "1500m")
                .editMetadata()
                .addToLabels("app", "cart")
                .endMetadata();
    }

    private PodBuilder onKept(PodBuilder pod) {
        return pod.editSpec()
                .withNewAffinity()
                .withNewNodeAffinity()
                .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                .addNewNodeSelectorTerm()
                .addNewMatchField()
                .withKey("metadata.name")
                .withOperator("In")
                .withValues(List.of(site.name("kept")))
                .endMatchField()
                .endNodeSelectorTerm()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .endAffinity()
                .endSpec();
    }
}
