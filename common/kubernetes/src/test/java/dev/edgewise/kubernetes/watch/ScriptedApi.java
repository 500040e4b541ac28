package dev.edgewise.kubernetes.watch;

import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServer;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** An API server that answers from a script, and what it was asked. */
final class ScriptedApi implements AutoCloseable {
    private final ScriptedServer scripted = new ScriptedServer();
    private final ApiServer server = ApiServer.of(
            new ConfigBuilder(Config.empty()).withMasterUrl(scripted.url()).build());
    final ApiServerClient requests = new ApiServerClient(server, Duration.ofSeconds(5));

    ScriptedApi() throws IOException {}

    /** Answers with that body. */
    ScriptedApi json(String body) {
        scripted.answer("HTTP/1.1 200 OK\r\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length
                + "\r\n\r\n" + body);
        return this;
    }

    /** Refuses with that status and message. */
    ScriptedApi refusal(int code, String message) {
        String body = "{\"kind\":\"Status\",\"code\":" + code + ",\"message\":\"" + message + "\"}";
        scripted.answer("HTTP/1.1 " + code + " No\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        return this;
    }

    /** Begins to answer with that text, then falls silent. */
    ScriptedApi begun(String text) {
        scripted.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(text.length())
                + "\r\n" + text + "\r\n");
        return this;
    }

    /** The query of each request so far. */
    List<String> queries() {
        return scripted.requests.stream()
                .map(request -> request.substring(request.indexOf('?') + 1, request.indexOf(" HTTP")))
                .toList();
    }

    @Override
    public void close() throws IOException {
        server.close();
        scripted.close();
    }
}
