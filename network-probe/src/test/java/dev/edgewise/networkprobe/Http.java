package dev.edgewise.networkprobe;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Calls a service in this process. */
public final class Http {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final int port;

    public Http(int port) {
        this.port = port;
    }

    public HttpResponse<String> call(String method, String path, byte[] body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    public HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        return call("POST", path, body.getBytes(UTF_8), headers);
    }

    public HttpResponse<String> get(String path, String... headers) throws Exception {
        return call("GET", path, new byte[0], headers);
    }
}
