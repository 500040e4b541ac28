package dev.edgewise.kubernetes.testing;

import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** An API server that answers from a script, and what it was asked. */
public final class ScriptedApi implements AutoCloseable {
    private final ScriptedServer scripted = new ScriptedServer();
    private final ApiServerTransport server = ApiServerTransport.of(
            new ConfigBuilder(Config.empty()).withMasterUrl(scripted.url()).build());
    public final ApiServerClient requests = new ApiServerClient(server, Duration.ofSeconds(5));

    public ScriptedApi() throws IOException {}

    /** Answers with that body. */
    public ScriptedApi json(String body) {
        return response(200, body);
    }

    /** Answers with that status and body. */
    public ScriptedApi response(int code, String body) {
        scripted.answer("HTTP/1.1 " + code + " Status\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
        return this;
    }

    /** Closes the connection instead of an answer. */
    public ScriptedApi hangUp() {
        scripted.answer(ScriptedServer.HANG_UP);
        return this;
    }

    /** Refuses with that status and message. */
    public ScriptedApi refusal(int code, String message) {
        String body = "{\"kind\":\"Status\",\"code\":" + code + ",\"message\":\"" + message + "\"}";
        return response(code, body);
    }

    /** Begins to answer with that text, then falls silent. */
    public ScriptedApi begun(String text) {
        scripted.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(text.length())
                + "\r\n" + text + "\r\n");
        return this;
    }

    /** Method and path of each request so far. */
    public List<String> lines() {
        return scripted.requests.stream()
                .map(request -> request.substring(0, request.indexOf(" HTTP")))
                .toList();
    }

    /** All requests so far, with their bodies. */
    public List<String> all() {
        return List.copyOf(scripted.requests);
    }

    /** The query of each request so far. */
    public List<String> queries() {
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
