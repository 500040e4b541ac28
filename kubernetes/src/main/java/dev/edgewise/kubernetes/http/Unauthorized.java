package dev.edgewise.kubernetes.http;

import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpHeaders;
import java.net.HttpURLConnection;
import java.util.Optional;

/** The answer 401, as fabric8's interceptors want to see it. */
final class Unauthorized extends StandardHttpHeaders implements HttpResponse<byte[]> {
    private final HttpRequest request;

    Unauthorized(HttpRequest request) {
        this.request = request;
    }

    @Override
    public int code() {
        return HttpURLConnection.HTTP_UNAUTHORIZED;
    }

    @Override
    public byte[] body() {
        return new byte[0];
    }

    @Override
    public HttpRequest request() {
        return request;
    }

    @Override
    public Optional<HttpResponse<?>> previousResponse() {
        return Optional.empty();
    }
}
