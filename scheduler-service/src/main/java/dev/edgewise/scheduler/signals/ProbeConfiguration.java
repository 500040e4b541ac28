package dev.edgewise.scheduler.signals;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.Clarifier;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** Whom the scheduler asks for measurements. */
@Configuration(proxyBeanMethods = false)
class ProbeConfiguration {
    private static final int MOST_WAITING = 100;

    @Bean(destroyMethod = "shutdownNow")
    ExecutorService probeThread() {
        ThreadPoolExecutor thread =
                new ThreadPoolExecutor(1, 1, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), task -> {
                    Thread created = new Thread(task, "direct-probes");
                    created.setDaemon(true);
                    return created;
                });
        thread.allowCoreThreadTimeOut(true);
        return thread;
    }

    @Bean
    Clarifier clarifier(ProbeProperties properties, ExecutorService probeThread, Ticker ticker) {
        URI url = properties.url();
        if (url == null) {
            return Clarifier.NONE;
        }
        DirectProbes.Settings settings = new DirectProbes.Settings(properties.nodes(), properties.every());
        return new DirectProbes(probeAt(url, properties), settings, probeThread, ticker);
    }

    private static NetworkProbe probeAt(URI url, ProbeProperties properties) {
        Duration timeout = properties.timeout();
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(timeout)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(client);
        requests.setReadTimeout(timeout);
        RestClient.Builder rest = RestClient.builder().baseUrl(url.toString()).requestFactory(requests);
        Path token = properties.tokenFile();
        if (token != null) {
            rest.requestInterceptor((request, body, next) -> {
                // The kubelet renews it.
                request.getHeaders().setBearerAuth(Files.readString(token).strip());
                return next.execute(request, body);
            });
        }
        return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(rest.build()))
                .build()
                .createClient(NetworkProbe.class);
    }
}
