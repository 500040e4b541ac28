package dev.edgewise.embedded.http;

import dev.edgewise.embedded.call.ApiRequest;
import dev.edgewise.embedded.call.ApiResponse;
import dev.edgewise.embedded.server.EmbeddedApiServer;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.Statuses;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.vertx.HttpServerRequestHandler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PfxOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP on the loopback address, on the request handler of fabric8's mock server. One event loop takes all calls;
 * watches that are no WebSockets stream past that handler, which cannot stream.
 */
public final class HttpTransport extends HttpServerRequestHandler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);
    private static final String HOST = "127.0.0.1";
    private static final Duration BOOKMARKS_EVERY = Duration.ofSeconds(10);
    private static final int LONGEST_REQUEST_LINE = 64 * 1024;
    private static final int SECONDS_TO_START_OR_STOP = 10;

    private final EmbeddedApiServer api;
    private final Vertx vertx;
    private final Watches watches;
    private final HttpServer server;

    private HttpTransport(EmbeddedApiServer api, Vertx vertx, int port) {
        super(vertx);
        this.api = api;
        this.vertx = vertx;
        this.watches = new Watches(vertx, api);
        this.server = vertx.createHttpServer(options(port));
    }

    private static HttpServerOptions options(int port) {
        return new HttpServerOptions()
                .setHost(HOST)
                .setPort(port)
                .setHttp2ClearTextEnabled(false)
                .setMaxInitialLineLength(LONGEST_REQUEST_LINE)
                .setHandle100ContinueAutomatically(true);
    }

    /** @param port 0 for a free one */
    public static HttpTransport start(EmbeddedApiServer api, int port) {
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
        HttpTransport transport = new HttpTransport(api, vertx, port);
        try {
            await(transport.server.requestHandler(transport::take).listen());
        } catch (IllegalStateException e) {
            await(vertx.close());
            throw e;
        }
        vertx.setPeriodic(BOOKMARKS_EVERY.toMillis(), timer -> api.sendBookmarks());
        return transport;
    }

    /** Listens with TLS, too, on another free port, and returns its URL. HTTP/2 is spoken with who asks for it. */
    public String secure(Path keyStore, String password) {
        HttpServerOptions tls = options(0)
                .setSsl(true)
                .setUseAlpn(true)
                .setKeyCertOptions(new PfxOptions().setPath(keyStore.toString()).setPassword(password));
        HttpServer second = vertx.createHttpServer(tls).requestHandler(this::take);
        await(second.listen());
        return "https://" + HOST + ":" + second.actualPort();
    }

    public String url() {
        return "http://" + HOST + ":" + port();
    }

    public int port() {
        return server.actualPort();
    }

    private void take(HttpServerRequest request) {
        ZonedDateTime now = api.now().atZone(ZoneOffset.UTC);
        request.response().putHeader("Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(now));
        ApiRequest call = ApiRequest.of(
                request.method().name(), request.uri(), "", text(request.getHeader("Accept")), new byte[0]);
        if (!call.isWatch() || "websocket".equalsIgnoreCase(request.getHeader("Upgrade"))) {
            handle(request);
            return;
        }
        try {
            ChunkedWatch.open(watches, api.prepareWatch(call), request.response());
        } catch (ApiException e) {
            request.response().setStatusCode(e.code()).putHeader("Content-Type", "application/json");
            request.response().end(Json.render(e.status()));
        }
    }

    @Override
    protected MockResponse onHttpRequest(RecordedRequest recorded) {
        try {
            return answer(recorded);
        } catch (ApiException e) {
            return response(ApiResponse.of(e.code(), e.status()));
        } catch (RuntimeException e) {
            LOG.error("the embedded API failed on {}", recorded.getPath(), e);
            return response(ApiResponse.of(500, Statuses.failure(500, "InternalError", String.valueOf(e))));
        }
    }

    private MockResponse answer(RecordedRequest recorded) {
        String contentType = recorded.getHeader("Content-Type");
        ApiRequest request = ApiRequest.of(
                recorded.method() == null ? "HEAD" : recorded.getMethod(),
                recorded.getPath(),
                contentType == null ? "application/json" : contentType,
                text(recorded.getHeader("Accept")),
                recorded.getBody().getBytes());
        if (request.isWatch()) {
            return new MockResponse().withWebSocketUpgrade(new WebSocketWatch(watches, api.prepareWatch(request)));
        }
        MockResponse answer = response(api.handle(request));
        Duration latency = api.faults().latency();
        return latency.isZero() ? answer : answer.setBodyDelay(latency);
    }

    private static String text(@Nullable String header) {
        return header == null ? "" : header;
    }

    private static MockResponse response(ApiResponse response) {
        return new MockResponse()
                .setResponseCode(response.code())
                .setHeader("Content-Type", response.body().startsWith("{") ? "application/json" : "text/plain")
                .setBody(response.body());
    }

    @Override
    public void close() {
        api.cutWatches();
        await(server.close());
        await(vertx.close());
    }

    private static <T> void await(Future<T> future) {
        try {
            future.toCompletionStage().toCompletableFuture().get(SECONDS_TO_START_OR_STOP, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the embedded API starts or stops", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the embedded API could not start or stop: " + e.getMessage(), e);
        }
    }
}
