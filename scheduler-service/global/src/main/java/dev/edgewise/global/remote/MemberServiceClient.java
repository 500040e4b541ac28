package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.security.ProxiedAuthorization;
import dev.edgewise.kubernetes.http.RequestContent;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the services of Edgewise in one member, through the proxy of its API server: no further address,
 * certificate or credential is needed. Each service gets a token for itself alone, which the own account in the member
 * issues for itself. Thread-safe.
 */
final class MemberServiceClient {
    static final String SCHEDULER_SERVICE = "scheduler-service";
    static final String NETWORK_PROBE = "network-probe";
    static final String ENERGY_ADAPTER = "energy-adapter";

    private static final int TOKEN_SECONDS = 3_600;
    /** The rest of its time with which a token is used no more. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    private static final String PORT = "8080";
    private static final int UNAUTHORIZED = 401;

    private final MemberApi api;
    private final Supplier<Map<String, String>> namespaces;
    private final Clock clock;
    private final Map<String, Token> tokens = new ConcurrentHashMap<>();
    private volatile String account = "";

    private record Token(String text, Instant until) {}

    /** @param namespaces those of the services that may be asked, by name */
    MemberServiceClient(MemberApi api, Supplier<Map<String, String>> namespaces, Clock clock) {
        this.api = api;
        this.namespaces = namespaces;
        this.clock = clock;
    }

    boolean has(String service) {
        return namespaces.get().containsKey(service);
    }

    /**
     * Asks a service.
     *
     * @param path of the service, such as {@code /api/v1/energy}
     * @return the body of an answer of 2xx, an object
     * @throws MemberUnreachableException with the reason, if there is no such answer
     */
    JsonNode get(String service, String path, Duration within) throws MemberUnreachableException {
        return ask("GET", service, path, null, within);
    }

    JsonNode post(String service, String path, String json, Duration within) throws MemberUnreachableException {
        return ask("POST", service, path, new RequestContent(MemberApi.JSON, json), within);
    }

    private JsonNode ask(String method, String service, String path, @Nullable RequestContent content, Duration within)
            throws MemberUnreachableException {
        String proxy =
                "/api/v1/namespaces/" + namespaces.get().get(service) + "/services/" + service + ":" + PORT + "/proxy";
        Map<String, String> headers = Map.of(ProxiedAuthorization.HEADER, "Bearer " + token(service, within));
        MemberReply reply = api.call(method, proxy + path, headers, content, within);
        if (reply.code() == UNAUTHORIZED) {
            tokens.remove(service);
        }
        if (!reply.isSuccess() || !reply.body().isObject()) {
            throw new MemberUnreachableException(service + " answers " + message(reply), null);
        }
        return reply.body();
    }

    /** Returns the message of an API server, or the detail of a problem. */
    private static String message(MemberReply reply) {
        String detail = reply.body().path("detail").asText("");
        return detail.isEmpty() ? reply.message().strip() : reply.code() + " " + detail;
    }

    private String token(String service, Duration within) throws MemberUnreachableException {
        Token known = tokens.get(service);
        if (known != null && clock.instant().isBefore(known.until().minus(MARGIN))) {
            return known.text();
        }
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        request.put("apiVersion", "authentication.k8s.io/v1").put("kind", "TokenRequest");
        ObjectNode spec = request.putObject("spec").put("expirationSeconds", TOKEN_SECONDS);
        spec.putArray("audiences").add("edgewise-" + service);
        String[] name = account(within).split(":", -1);
        MemberReply reply = api.call(
                "POST",
                "/api/v1/namespaces/" + name[2] + "/serviceaccounts/" + name[3] + "/token",
                Map.of(),
                new RequestContent(MemberApi.JSON, request.toString()),
                within);
        String text = reply.body().path("status").path("token").asText("");
        if (!reply.isSuccess() || text.isEmpty()) {
            throw new MemberUnreachableException(
                    "no token for " + service + ": its API server answers "
                            + reply.message().strip(),
                    null);
        }
        tokens.put(service, new Token(text, clock.instant().plusSeconds(TOKEN_SECONDS)));
        return text;
    }

    /** Returns the own account, {@code system:serviceaccount:namespace:name}. */
    private String account(Duration within) throws MemberUnreachableException {
        if (account.isEmpty()) {
            MemberReply reply = api.call(
                    "POST",
                    "/apis/authentication.k8s.io/v1/selfsubjectreviews",
                    Map.of(),
                    new RequestContent(
                            MemberApi.JSON,
                            "{\"apiVersion\": \"authentication.k8s.io/v1\", \"kind\": \"SelfSubjectReview\"}"),
                    within);
            String user = reply.body()
                    .path("status")
                    .path("userInfo")
                    .path("username")
                    .asText("");
            if (!user.matches("system:serviceaccount:[^:/]+:[^:/]+")) {
                throw new MemberUnreachableException(
                        "the credentials are not of a service account, which alone can have a token for its services: "
                                + (user.isEmpty() ? reply.message().strip() : user),
                        null);
            }
            account = user;
        }
        return account;
    }
}
