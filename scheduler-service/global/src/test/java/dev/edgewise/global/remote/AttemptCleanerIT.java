package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.cluster.LocationClass;
import dev.edgewise.global.manifests.ManifestParser;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An attempt whose anchor lists a PriorityClass, which it cannot own, a Widget and a Service, in a member that answers
 * as the test says.
 */
class AttemptCleanerIT {
    private static final Instant NOW = Instant.EPOCH;
    private static final String ANCHOR = "/api/v1/namespaces/shop/configmaps/edgewise-request-uid-a-1";
    private static final String CLASS = "/apis/scheduling.k8s.io/v1/priorityclasses/fast";
    private static final String WIDGET = "/apis/example.org/v1/namespaces/shop/widgets/w";
    private static final String SERVICE = "/api/v1/namespaces/shop/services/web";
    private static final String LABELS =
            "\"labels\": {\"edgewise.dev/request\": \"uid-a\", \"edgewise.dev/attempt\": \"1\"}";

    private final Map<String, Integer> statuses = new ConcurrentHashMap<>();
    private final Map<String, String> bodies = new ConcurrentHashMap<>();
    private final List<String> deleted = new CopyOnWriteArrayList<>();
    private final List<String> created = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private MemberHandle member;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        MemberSettings settings =
                new MemberSettings(LocationClass.EDGE, 0, Map.of("shop", Set.of("shop")), Map.of(), Map.of());
        MemberDefinition definition = new MemberDefinition(
                "edge",
                "",
                settings,
                new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .build(),
                "");
        member = new MemberHandle(definition, TestMember.LIMITS, Set::of, Clock.fixed(NOW, ZoneOffset.UTC), () -> 0);
        bodies.put("/api/v1/namespaces/kube-system", "{\"metadata\": {\"uid\": \"own\"}}");
        List.of(CLASS, WIDGET, SERVICE)
                .forEach(path -> bodies.put(path, "{\"metadata\": {\"uid\": \"u\", " + LABELS + "}}"));
        bodies.put(ANCHOR, anchor("abcd1234"));
    }

    @AfterEach
    void stop() {
        member.close();
        server.stop(0);
    }

    private static String anchor(String hash) {
        String list = List.of(
                        ref("/apis/scheduling.k8s.io/v1/priorityclasses", "PriorityClass", "fast", false),
                        ref("/apis/example.org/v1/namespaces/shop/widgets", "Widget", "w", true),
                        ref("/api/v1/namespaces/shop/services", "Service", "web", true))
                .toString()
                .replace("\"", "\\\"");
        return "{\"metadata\": {\"uid\": \"anchor\", " + LABELS
                + ", \"annotations\": {\"edgewise.dev/manifests-hash\": \"" + hash + "\"}}, \"data\": {\"objects\": \""
                + list + "\"}}";
    }

    private static String ref(String collection, String kind, String name, boolean namespaced) {
        return "{\"collection\": \"%s\", \"kind\": \"%s\", \"name\": \"%s\", \"namespaced\": %s}"
                .formatted(collection, kind, name, namespaced);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String method = exchange.getRequestMethod();
        if (method.equals("DELETE")) {
            deleted.add(path);
        } else if (method.equals("POST")) {
            created.add(path);
        }
        String body = bodies.get(path);
        int usual = method.equals("POST") ? 409 : body == null ? 404 : 200;
        byte[] answer = (body == null ? "{}" : body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(statuses.getOrDefault(path, usual), answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private AttemptWork work(AttemptPhase phase, PreparedRequestManifests prepared, String applied) throws Exception {
        Attempt attempt = new Attempt(1, 0, 0, "edge", "own", phase, NOW, NOW, NOW, "", applied, "");
        RequestStatus status = new RequestStatus(RequestPhase.SCHEDULING, 1, 0, List.of(attempt), null, null, null, "");
        GlobalRequest request = TestRequests.of("a", "[edge]").with(status).request();
        return new AttemptWork(
                member,
                request,
                attempt,
                prepared,
                (of, one) -> phase,
                Duration.ofMinutes(1),
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private AttemptObservation delete() throws Exception {
        return work(AttemptPhase.CLEANING, PreparedRequestManifests.broken("gone"), "")
                .delete();
    }

    /** The list of the anchor would be gone with it, and the manifests may have changed. */
    @Test
    void theAnchorIsDeletedOnceAllThatItDoesNotOwnIsGone() throws Exception {
        assertThat(delete().isEmpty()).isFalse();
        assertThat(deleted).containsExactly(CLASS, WIDGET, SERVICE);
        deleted.clear();
        bodies.remove(CLASS);

        assertThat(delete().manifests()).isEqualTo("abcd1234");

        assertThat(deleted).containsExactly(ANCHOR);
    }

    /** An API server of the member's own, as for metrics, is down: it answers 503 for its kinds alone. */
    @Test
    void aKindThatFailsDoesNotKeepTheOthers() throws Exception {
        statuses.put(WIDGET, 503);
        AttemptObservation seen = delete();

        assertThat(seen.answered()).isTrue();
        assertThat(seen.isEmpty()).isFalse();
        assertThat(seen.pending()).isEqualTo("PriorityClass fast is being deleted");
        assertThat(deleted).containsExactly(CLASS, SERVICE);
    }

    @Test
    void aKindThatIsRefusedOrNotServedAnyMoreDoesNotKeepTheOthers() throws Exception {
        statuses.put(CLASS, 403);
        bodies.remove(WIDGET);
        AttemptObservation seen = delete();

        assertThat(seen.pending())
                .startsWith("system:serviceaccount:shop:edgewise-tenant may not see PriorityClass fast");
        // Whether the class exists is not known, so the anchor stays, and with it the list.
        assertThat(deleted).containsExactly(SERVICE);
    }

    /** Without an anchor, the manifests say what may be there; the member does not say what example.org has. */
    @Test
    void aKindThatCannotBeLookedUpDoesNotKeepTheOthers() throws Exception {
        bodies.remove(ANCHOR);
        bodies.put(
                "/api/v1", "{\"resources\": [{\"name\": \"services\", \"kind\": \"Service\", \"namespaced\": true}]}");
        statuses.put("/apis/example.org/v1", 503);
        PreparedRequestManifests prepared = prepared(
                """
                {apiVersion: example.org/v1, kind: Widget, metadata: {name: w}}
                ---
                {apiVersion: v1, kind: Service, metadata: {name: web}}
                """,
                "");
        AttemptObservation seen = work(AttemptPhase.CLEANING, prepared, "").delete();

        assertThat(seen.answered()).isTrue();
        assertThat(seen.isEmpty()).isFalse();
        assertThat(deleted).containsExactly(SERVICE);
    }

    /**
     * The RoleBindings are gone with the namespace, so its accounts may see nothing, and the request would never end.
     */
    @Test
    void inANamespaceThatIsGoneNothingIsLeft() throws Exception {
        AttemptObservation seen = deleteUnseen();

        assertThat(seen.isEmpty()).isTrue();
        assertThat(seen.pending()).isEmpty();
    }

    @Test
    void whatCannotBeSeenInANamespaceThatExistsMayBeThere() throws Exception {
        bodies.put("/api/v1/namespaces/shop", "{}");

        assertThat(deleteUnseen().isEmpty()).isFalse();
    }

    /** A member may be set up by an older file, without the right to see namespaces. */
    @Test
    void whatCannotBeSeenInANamespaceOfWhichTheMemberSaysNothingMayBeThere() throws Exception {
        statuses.put("/api/v1/namespaces/shop", 403);

        assertThat(deleteUnseen().pending())
                .startsWith("system:serviceaccount:shop:edgewise-tenant may not see the anchor: 403");
    }

    private AttemptObservation deleteUnseen() throws Exception {
        bodies.put(
                "/api/v1", "{\"resources\": [{\"name\": \"services\", \"kind\": \"Service\", \"namespaced\": true}]}");
        List.of(ANCHOR, SERVICE).forEach(path -> statuses.put(path, 403));
        PreparedRequestManifests prepared = prepared("{apiVersion: v1, kind: Service, metadata: {name: web}}", "");
        return work(AttemptPhase.CLEANING, prepared, "").delete();
    }

    /** Objects of two versions of the manifests would be one attempt. */
    @Test
    void otherManifestsThanThoseOfTheAnchorAreNotApplied() throws Exception {
        bodies.put(
                "/api/v1", "{\"resources\": [{\"name\": \"services\", \"kind\": \"Service\", \"namespaced\": true}]}");
        PreparedRequestManifests changed =
                prepared("{apiVersion: v1, kind: Service, metadata: {name: new}}", "changed");
        AttemptObservation seen = work(AttemptPhase.TRYING, changed, "").apply("origin");

        assertThat(seen.failed())
                .isEqualTo("spec.manifests has hash changed now: it must be abcd1234, as when the request was begun;"
                        + " create another request for other manifests");
        assertThat(seen.manifests()).isEqualTo("abcd1234");
        assertThat(created).containsExactly("/api/v1/namespaces/shop/configmaps");
    }

    @Test
    void otherManifestsThanThoseOfAnEarlierAttemptAreNotApplied() throws Exception {
        PreparedRequestManifests changed =
                prepared("{apiVersion: v1, kind: Service, metadata: {name: new}}", "changed");
        AttemptObservation seen = work(AttemptPhase.TRYING, changed, "first").apply("origin");

        assertThat(seen.failed()).startsWith("spec.manifests has hash changed now: it must be first");
        assertThat(created).isEmpty();
    }

    /** Two of 65,536 texts have the same four digits: nothing can be guessed from them. */
    @Test
    void theHashOfASecretIsShort() {
        assertThat(ManifestHash.of("a", true)).hasSize(4);
        assertThat(ManifestHash.of("a", false)).hasSize(32).isNotEqualTo(ManifestHash.of("b", false));
    }

    private static PreparedRequestManifests prepared(String documents, String hash) {
        return new PreparedRequestManifests(
                ManifestParser.parse("spec.manifests.inline", documents).objects(), List.of(), false, true, "", hash);
    }
}
