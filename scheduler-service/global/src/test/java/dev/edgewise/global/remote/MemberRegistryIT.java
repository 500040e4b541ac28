package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.common.testing.TestProperties;
import dev.edgewise.global.view.RequestStore;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of a member's Secret, and what stays known of the cluster. */
class MemberRegistryIT {
    private final MemberRegistry registry =
            new MemberRegistry(TestMember.LIMITS, () -> true, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), () -> 0);
    private HttpServer own;
    private HttpServer other;

    @BeforeEach
    void start() throws IOException {
        own = server("own");
        other = server("other");
    }

    @AfterEach
    void stop() {
        registry.close();
        own.stop(0);
        other.stop(0);
    }

    /** Answers each question with an empty list that has the uid. */
    private static HttpServer server(String uid) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] answer =
                    ("{\"metadata\": {\"uid\": \"" + uid + "\"}, \"items\": []}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        return server;
    }

    @Test
    void otherSettingsKeepTheConnectionAndAllThatIsKnown() {
        registry.secret(secret(own, "one", Map.of()));
        MemberHandle handle = handle();
        read(handle);

        registry.secret(secret(own, "one", Map.of("edgewise.dev/cost", "7")));

        assertThat(handle()).isSameAs(handle);
        assertThat(handle.member().cost()).isEqualTo(7);
        assertThat(handle.member().reachable()).isTrue();
        assertThat(handle.member().capacity()).isNotNull();
    }

    /** An attempt there would otherwise be given up, and begun elsewhere. */
    @Test
    void anAnnotationThatCannotBeReadKeepsTheConnectionAndRefusesNewAttempts() {
        registry.secret(secret(own, "one", Map.of("edgewise.dev/cost", "1.5")));
        MemberHandle handle = handle();
        read(handle);

        registry.secret(secret(own, "one", Map.of("edgewise.dev/cost", "1,5")));

        assertThat(handle()).isSameAs(handle);
        assertThat(handle.check()).isTrue();
        assertThat(handle.member().reachable()).isTrue();
        assertThat(handle.member().cost()).isEqualTo(1.5);
        assertThat(handle.member().problem())
                .startsWith("metadata.annotations[edgewise.dev/cost] is 1,5: it must be a number");
        registry.secret(secret(own, "one", Map.of("edgewise.dev/cost", "2")));
        assertThat(handle()).isSameAs(handle);
        assertThat(handle.member().cost()).isEqualTo(2);
        assertThat(handle.member().problem()).isEmpty();
    }

    /** A replica that starts with such a Secret must reach what runs there. */
    @Test
    void aNewReplicaConnectsInSpiteOfAnAnnotationThatCannotBeRead() {
        registry.secret(secret(own, "one", Map.of("edgewise.dev/speed", "fast")));

        assertThat(handle().check()).isTrue();

        assertThat(handle().member().reachable()).isTrue();
        assertThat(handle().settings().speed()).isEqualTo(1);
        assertThat(handle().definition().refusal()).startsWith("metadata.annotations[edgewise.dev/speed] is fast");
    }

    /** Otherwise the member would be unreachable, and without capacity, until it was asked twice. */
    @Test
    void anotherTokenKeepsWhatIsKnown() {
        registry.secret(secret(own, "one", Map.of()));
        read(handle());

        registry.secret(secret(own, "two", Map.of()));

        assertThat(handle().isAsked()).isTrue();
        assertThat(handle().member().uid()).isEqualTo("own");
        assertThat(handle().member().reachable()).isTrue();
        assertThat(handle().member().capacity()).isNotNull();
    }

    /** The capacity is that of another cluster, of which it is not known whether it answers. */
    @Test
    void anotherAddressKeepsTheUidAlone() throws Exception {
        registry.secret(secret(own, "one", Map.of()));
        read(handle());

        registry.secret(secret(other, "one", Map.of()));

        assertThat(handle().lastUid()).isEqualTo("own");
        assertThat(handle().isAsked()).isFalse();
        assertThat(handle().member().reachable()).isFalse();
        assertThat(handle().member().capacity()).isNull();
        assertThat(handle().uid()).isEqualTo("other");
        assertThat(handle().member().reachable()).isTrue();
    }

    @Test
    void aSecretThatComesBackMeetsTheUidThatTheMemberHad() {
        registry.secret(secret(own, "one", Map.of()));
        read(handle());
        registry.secretGone("edgewise", "member-edge");
        assertThat(registry.members()).isEmpty();

        registry.secret(secret(other, "one", Map.of()));

        assertThat(handle().lastUid()).isEqualTo("own");
    }

    @Test
    void aSecretWithoutKubeconfigForgetsAndMakesNoMember() {
        Secret forgets = new SecretBuilder()
                .withNewMetadata()
                .withName("forgotten-edge")
                .withNamespace("edgewise")
                .addToLabels("edgewise.dev/cluster", "edge")
                .addToAnnotations("edgewise.dev/forget", "a, b")
                .endMetadata()
                .build();
        registry.secret(forgets);

        assertThat(registry.members()).isEmpty();
        assertThat(registry.forgotten().has("edge", "a")).isTrue();
        assertThat(registry.forgotten().has("edge", "b")).isTrue();
        assertThat(registry.forgotten().has("cloud", "a")).isFalse();
        registry.secretGone("edgewise", "forgotten-edge");
        assertThat(registry.forgotten().isMarked("edge", "a")).isFalse();
    }

    /** A cluster that answers under another name is not forgotten either: the uid in the annotation is wrong. */
    @Test
    void aClusterThatAnswersIsNeverForgotten() {
        registry.secret(secret(own, "one", Map.of("edgewise.dev/forget", "own, older")));
        read(handle());

        assertThat(registry.forgotten().has("edge", "own")).isFalse();
        assertThat(registry.forgotten().isMarked("edge", "own")).isTrue();
        assertThat(registry.forgotten().has("edge", "older")).isTrue();
        assertThat(handle().member().problem()).isEmpty();
    }

    /** A replica that starts would otherwise read the nodes of all members on the processor that its requests need. */
    @Test
    void capacitiesAreDueOnceTheRequestsAreRead() {
        RequestStore store = mock(RequestStore.class);
        MemberProperties properties = TestProperties.bind(MemberProperties.class, Map.of());
        MemberRegistry starting = new RemoteConfiguration()
                .memberRegistry(
                        properties,
                        store,
                        Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
                        () -> 0,
                        new SimpleMeterRegistry());
        try (starting) {
            starting.secret(secret(own, "one", Map.of()));
            MemberHandle handle = Objects.requireNonNull(starting.find("edge"));
            assertThat(starting.check(handle).join()).isTrue();

            starting.checkDue();
            assertThat(handle.capacity().isDue(Duration.ofSeconds(15))).isTrue();

            when(store.isSynced()).thenReturn(true);
            starting.checkDue();
            assertThat(handle.capacity().isDue(Duration.ofSeconds(15))).isFalse();
        }
    }

    /** Lets a member answer, and its capacity be read. */
    private static void read(MemberHandle handle) {
        assertThat(handle.check()).isTrue();
        assertThat(handle.capacity().read(Runnable::run)).isCompletedWithValue(true);
    }

    private MemberHandle handle() {
        MemberHandle handle = registry.find("edge");
        assertThat(handle).isNotNull();
        return handle;
    }

    private static Secret secret(HttpServer server, String token, Map<String, String> annotations) {
        String kubeconfig =
                """
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: u, user: {token: %s}}]
                """
                        .formatted(server.getAddress().getPort(), token);
        return new SecretBuilder()
                .withNewMetadata()
                .withName("member-edge")
                .withNamespace("edgewise")
                .addToLabels("edgewise.dev/cluster", "edge")
                .addToAnnotations(annotations)
                .endMetadata()
                .addToData(
                        "kubeconfig", Base64.getEncoder().encodeToString(kubeconfig.getBytes(StandardCharsets.UTF_8)))
                .build();
    }
}
