package dev.edgewise.kubernetes.discovery;

import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** Makes HTTP clients of the suite's other services from interfaces with {@code @HttpExchange} methods. */
public final class ServiceClients {
    private final ServiceAddresses addresses;

    public ServiceClients(ServiceAddresses addresses) {
        this.addresses = addresses;
    }

    /**
     * The called service, and how to call it.
     *
     * @param service name of its Service in this namespace
     * @param url its fixed address; null: a ready replica is discovered
     * @param timeout to connect, and to be answered; above 0
     * @param tokenFile with the bearer token, read for each request; none is sent without it
     */
    public record Target(String service, @Nullable URI url, Duration timeout, @Nullable Path tokenFile) {}

    public <T> T create(Class<T> type, Target target) {
        URI url = target.url();
        RestClient.Builder rest = RestClient.builder().requestFactory(requests(target.timeout()));
        Path token = target.tokenFile();
        if (token != null) {
            rest.requestInterceptor(bearer(token));
        }
        if (url == null) {
            rest.baseUrl("http://" + target.service())
                    .requestInterceptor(new ReadyReplicaRequestInterceptor(addresses));
        } else {
            rest.baseUrl(url);
        }
        return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(rest.build()))
                .build()
                .createClient(type);
    }

    private static JdkClientHttpRequestFactory requests(Duration timeout) {
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(timeout)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(client);
        requests.setReadTimeout(timeout);
        return requests;
    }

    /** The kubelet renews the file. */
    private static ClientHttpRequestInterceptor bearer(Path token) {
        return (request, body, next) -> {
            request.getHeaders().setBearerAuth(Files.readString(token).strip());
            return next.execute(request, body);
        };
    }
}
