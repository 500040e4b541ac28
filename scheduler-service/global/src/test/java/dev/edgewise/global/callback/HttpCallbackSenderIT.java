package dev.edgewise.global.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.Callback;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestSpec;
import dev.edgewise.global.web.FakeCallbackRecords;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(120)
class HttpCallbackSenderIT {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private final JsonMapper json = new JsonMapper();
    private final FakeCallbackRecords records = new FakeCallbackRecords();
    private final List<String> hosts = new ArrayList<>();
    private final List<String> bodies = new ArrayList<>();
    private final List<String> signatures = new ArrayList<>();
    private HttpServer server;
    private int code = 204;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            hosts.add(exchange.getRequestHeaders().getFirst("Host"));
            signatures.add(exchange.getRequestHeaders().getFirst("webhook-signature"));
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            exchange.sendResponseHeaders(code, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private HttpCallbackSender sender(List<String> allowed) {
        return new HttpCallbackSender(
                new CallbackTargets(allowed, host -> new InetAddress[] {InetAddress.getLoopbackAddress()}),
                records,
                (SSLSocketFactory) SSLSocketFactory.getDefault(),
                Duration.ofSeconds(5),
                Clock.fixed(TestRequests.START, ZoneOffset.UTC),
                json);
    }

    private GlobalRequest request(String secretName) {
        GlobalRequest plain = TestRequests.of("web", "[edge]").request();
        RequestSpec spec = plain.spec();
        Callback callback =
                new Callback("http://hooks.internal:" + server.getAddress().getPort() + "/done?a=b", secretName);
        return new GlobalRequest(
                plain.key(),
                plain.uid(),
                "1",
                1,
                plain.createdAt(),
                false,
                new RequestSpec(
                        spec.manifests(),
                        spec.policy(),
                        spec.clusters(),
                        spec.priority(),
                        spec.readyWithin(),
                        spec.deadline(),
                        spec.onUnreachable(),
                        callback,
                        spec.targetNamespace(),
                        spec.serviceAccount(),
                        false),
                null,
                plain.status());
    }

    /** The name is only in the request: the connection goes to the address that was checked, with no other lookup. */
    @Test
    void postsASignedEvent() throws Exception {
        records.putSecret("hooks", SECRET);
        GlobalRequest request = request("hooks");
        CallbackSender.Reply reply =
                sender(List.of("hooks.internal")).send(request, request.spec().callback());

        assertThat(reply.isAccepted()).isTrue();
        assertThat(hosts)
                .containsExactly("hooks.internal:" + server.getAddress().getPort());
        JsonNode event = json.readTree(bodies.get(0));
        assertThat(event.path("specversion").asString()).isEqualTo("1.0");
        assertThat(event.path("id").asString()).isEqualTo("uid-web-queued");
        assertThat(event.path("subject").asString()).isEqualTo("shop/web");
        assertThat(event.path("data").path("name").asString()).isEqualTo("web");
        assertThat(signatures)
                .containsExactly(new WebhookSignature(SECRET)
                        .of("uid-web-queued", TestRequests.START.getEpochSecond(), bodies.get(0)));
    }

    @Test
    void followsNoRedirect() throws Exception {
        code = 302;
        GlobalRequest request = request("");

        assertThat(sender(List.of("hooks.internal"))
                        .send(request, request.spec().callback())
                        .code())
                .isEqualTo(302);
        assertThat(bodies).hasSize(1);
    }

    @Test
    void callsNothingInside() {
        GlobalRequest request = request("");

        assertThatThrownBy(() -> sender(List.of()).send(request, request.spec().callback()))
                .isInstanceOf(UndeliverableException.class)
                .hasMessageContaining("hooks.internal")
                .hasMessageNotContaining("127.0.0.1");
        assertThat(bodies).isEmpty();
    }

    @Test
    void sendsNothingUnsignedThatIsToBeSigned() {
        GlobalRequest request = request("missing");

        assertThatThrownBy(() -> sender(List.of("hooks.internal"))
                        .send(request, request.spec().callback()))
                .hasMessage(
                        "There is no Secret missing with the label edgewise.dev/callback-key: \"true\" and the field key");
        assertThat(bodies).isEmpty();
    }
}
