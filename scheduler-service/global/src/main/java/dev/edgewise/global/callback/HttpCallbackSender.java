package dev.edgewise.global.callback;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.global.model.Callback;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.http.Address;
import dev.edgewise.http.PooledHttpClient;
import dev.edgewise.http.Request;
import dev.edgewise.http.Tls;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Posts the event to the address that was checked, with the host's name in the request and its certificate. It follows
 * no redirect, and keeps no connection.
 */
final class HttpCallbackSender implements CallbackSender {
    private static final int MOST_BYTES = 64 * 1024;

    private final CallbackTargets targets;
    private final CallbackProgressStore records;
    private final SSLSocketFactory tls;
    private final Duration timeout;
    private final Clock clock;
    private final JsonMapper json;

    HttpCallbackSender(
            CallbackTargets targets,
            CallbackProgressStore records,
            SSLSocketFactory tls,
            Duration timeout,
            Clock clock,
            JsonMapper json) {
        this.targets = targets;
        this.records = records;
        this.tls = tls;
        this.timeout = timeout;
        this.clock = clock;
        this.json = json;
    }

    @Override
    public Reply send(GlobalRequest request, Callback callback) throws IOException {
        WebhookSignature signature = signature(request, callback);
        URI url = CallbackTargets.parse(callback.url());
        Tls secured = Address.isSecure(url) ? Tls.of(tls, Address.host(url)) : null;
        Address checked = new Address(numeric(url, targets.resolve(url)), () -> Proxy.NO_PROXY, secured);
        byte[] bytes = bytes(request, new Address(root(url), () -> Proxy.NO_PROXY, secured), url, signature);
        try (PooledHttpClient client = new PooledHttpClient(checked, Duration.ZERO)) {
            return new Reply(client.send(bytes, timeout, MOST_BYTES).code());
        }
    }

    private @Nullable WebhookSignature signature(GlobalRequest request, Callback callback) throws IOException {
        if (callback.secretName().isEmpty()) {
            return null;
        }
        String secret = records.secret(request);
        if (secret == null) {
            throw new UndeliverableException("There is no Secret " + callback.secretName() + " with the label "
                    + GlobalRequestObjectNames.CALLBACK_KEY_LABEL + ": \"true\" and the field key");
        }
        try {
            return new WebhookSignature(secret);
        } catch (IllegalArgumentException invalid) {
            throw new UndeliverableException(String.valueOf(invalid.getMessage()));
        }
    }

    private byte[] bytes(GlobalRequest request, Address named, URI url, @Nullable WebhookSignature signature)
            throws IOException {
        CloudEvent event = CloudEvent.of(request);
        String body = json.writeValueAsString(event);
        long seconds = clock.instant().getEpochSecond();
        Request post = new Request("POST", named, path(url))
                .header("User-Agent", "edgewise-global-scheduler")
                .header("Connection", "close")
                .header("webhook-id", event.id())
                .header("webhook-timestamp", Long.toString(seconds));
        if (signature != null) {
            post.header("webhook-signature", signature.of(event.id(), seconds, body));
        }
        return post.bytes("application/cloudevents+json; charset=utf-8", body.getBytes(UTF_8));
    }

    private static String path(URI url) {
        String path = Objects.requireNonNullElse(url.getRawPath(), "");
        return (path.isEmpty() ? "/" : path) + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
    }

    private static URI root(URI url) {
        return URI.create(url.getScheme() + "://" + url.getRawAuthority());
    }

    private static URI numeric(URI url, InetAddress address) throws IOException {
        String host = address.getHostAddress();
        int scope = host.indexOf('%');
        String literal =
                address instanceof Inet6Address ? "[" + (scope < 0 ? host : host.substring(0, scope)) + "]" : host;
        try {
            return new URI(url.getScheme(), null, literal, url.getPort(), null, null, null);
        } catch (URISyntaxException invalid) {
            throw new IOException(invalid);
        }
    }
}
