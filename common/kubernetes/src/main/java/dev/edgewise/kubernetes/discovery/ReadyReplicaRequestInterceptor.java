package dev.edgewise.kubernetes.discovery;

import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.support.HttpRequestWrapper;
import org.springframework.web.util.UriComponentsBuilder;

/** Sends a request for {@code http://<service>/…} to a ready replica of that service. */
public final class ReadyReplicaRequestInterceptor implements ClientHttpRequestInterceptor {
    /**
     * Status codes after which another replica may serve: this one is a standby, drains, or is behind something that
     * does not reach it.
     */
    private static final Set<Integer> AWAY = Set.of(502, 503, 504);

    private final ServiceAddresses addresses;

    public ReadyReplicaRequestInterceptor(ServiceAddresses addresses) {
        this.addresses = addresses;
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution next)
            throws IOException {
        String service = request.getURI().getHost();
        URI replica = addresses.of(service);
        try {
            ClientHttpResponse response = next.execute(at(replica, request), body);
            if (AWAY.contains(response.getStatusCode().value())) {
                addresses.failed(service);
            }
            return response;
        } catch (IOException e) {
            addresses.failed(service);
            throw e;
        }
    }

    private static HttpRequest at(URI replica, HttpRequest request) {
        URI address = UriComponentsBuilder.fromUri(request.getURI())
                .scheme(replica.getScheme())
                .host(replica.getHost())
                .port(replica.getPort())
                .build(true)
                .toUri();
        return new HttpRequestWrapper(request) {
            @Override
            public URI getURI() {
                return address;
            }
        };
    }
}
