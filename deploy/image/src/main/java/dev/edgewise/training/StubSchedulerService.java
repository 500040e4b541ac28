package dev.edgewise.training;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;

/**
 * Answers function-offloader's questions as scheduler-service does: no delay need is broken, and each pod would take
 * the room that is asked about in its name.
 */
final class StubSchedulerService implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;

    StubSchedulerService() throws Exception {
        server = vertx.createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> request.response()
                        .putHeader("Content-Type", "application/json")
                        .end(answer(body).toBuffer())))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get();
    }

    String url() {
        return "http://127.0.0.1:" + server.actualPort();
    }

    private static JsonObject answer(Buffer body) {
        return body.length() == 0
                ? new JsonObject().put("items", new JsonArray()).putNull("continue")
                : placements(new JsonObject(body));
    }

    /** Rooms are in the order of the pods that are to move, which come first. */
    private static JsonObject placements(JsonObject question) {
        JsonArray rooms = question.getJsonArray("reservations", new JsonArray());
        JsonArray pods = new JsonArray();
        for (int i = 0; i < question.getJsonArray("pods").size(); i++) {
            Map<String, Object> pod = new HashMap<>();
            pod.put("pod", question.getJsonArray("pods").getJsonObject(i).getString("like"));
            pod.put("profile", "edgewise");
            pod.put("message", "placed");
            if (i < rooms.size()) {
                JsonObject room = rooms.getJsonObject(i);
                pod.put("node", room.getString("node"));
                pod.put("reservation", room.getString("namespace") + "/" + room.getString("name"));
            }
            pods.add(new JsonObject(pod));
        }
        return new JsonObject().put("snapshotAt", "2026-11-22T08:00:00Z").put("pods", pods);
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
