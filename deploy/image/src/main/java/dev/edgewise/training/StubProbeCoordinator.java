package dev.edgewise.training;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Gives an agent its peers and takes its reports; it answers some with new peers, and some with a request for a direct
 * probe.
 */
final class StubProbeCoordinator implements AutoCloseable {
    private static final int NEWS_EVERY = 5;

    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;
    private final CountDownLatch rounds;
    private volatile String peers = "";

    /** @param rounds how many reports there are to be */
    StubProbeCoordinator(int rounds) throws Exception {
        this.rounds = new CountDownLatch(rounds);
        server = vertx.createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> answer(request)))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get();
    }

    int port() {
        return server.actualPort();
    }

    /** The ports on the loopback address that are to be measured. */
    void assign(int... ports) {
        StringBuilder list = new StringBuilder();
        for (int port : ports) {
            list.append(list.isEmpty() ? "" : ",").append(peer(port));
        }
        peers = "{\"roundMillis\":300,\"echoes\":5,\"peers\":[" + list + "]}";
    }

    private static String peer(int port) {
        return "{\"node\":\"at-" + port + "\",\"address\":\"127.0.0.1\",\"port\":" + port + "}";
    }

    /** Whether all reports came in that time. */
    boolean awaitRounds(long seconds) throws InterruptedException {
        return rounds.await(seconds, TimeUnit.SECONDS);
    }

    private void answer(HttpServerRequest request) {
        if (request.path().startsWith("/api/v1/peers/")) {
            request.response().end(peers);
            return;
        }
        rounds.countDown();
        if (rounds.getCount() % NEWS_EVERY == 0) {
            request.response().end("{\"peersChanged\":true,\"probeNow\":[" + peer(port()) + "]}");
        } else {
            request.response().setStatusCode(204).end();
        }
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
