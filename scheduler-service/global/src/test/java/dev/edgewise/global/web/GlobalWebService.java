package dev.edgewise.global.web;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.Permission;
import dev.edgewise.global.callback.CallbackProgressStore;
import dev.edgewise.global.policy.ClusterRanker;
import dev.edgewise.global.policy.PolicyRanker;
import dev.edgewise.global.view.LeftoverFinder;
import dev.edgewise.global.view.Leftovers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Primary;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** The interfaces of global scheduling on a port of their own, over requests and members in memory. */
public final class GlobalWebService implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ConfigurableApplicationContext context;

    /** Denies what a test takes away, such as {@code create globalrequests in namespace shop}. */
    static final class TestGuard implements AccessGuard {
        private final Set<String> denied = ConcurrentHashMap.newKeySet();

        void deny(String permission) {
            denied.add(permission);
        }

        void allowAll() {
            denied.clear();
        }

        @Override
        public void authenticate(@Nullable String authorization) {
            // All callers are known.
        }

        @Override
        public void require(@Nullable String authorization, Permission permission) {
            if (denied.contains(permission.toString())) {
                throw new ResponseStatusException(HttpStatus.FORBIDDEN, "a role must allow to " + permission);
            }
        }
    }

    /** The interfaces, and requests in memory. It is no component that a scan of the whole service finds. */
    @EnableAutoConfiguration
    @ConfigurationPropertiesScan({
        "dev.edgewise.global.web",
        "dev.edgewise.global.callback",
        "dev.edgewise.global.legacy",
        "dev.edgewise.global.adaptive"
    })
    @ComponentScan({
        "dev.edgewise.global.web",
        "dev.edgewise.global.callback",
        "dev.edgewise.global.legacy",
        "dev.edgewise.global.adaptive"
    })
    static class Service {
        @Bean
        FakeRequestStore requestStore() {
            return new FakeRequestStore();
        }

        @Bean
        FakeMembers memberClusters() {
            return new FakeMembers();
        }

        @Bean
        CallbackProgressStore callbackRecords() {
            return new FakeCallbackRecords();
        }

        @Bean
        ClusterRanker clusterRanker() {
            return new PolicyRanker();
        }

        @Bean
        LeftoverFinder leftoverFinder() {
            return () -> new Leftovers(
                    List.of(new Leftovers.Leftover(
                            "edge",
                            "v1",
                            "ConfigMap",
                            "shop",
                            "edgewise-request-u-1",
                            "u",
                            "1",
                            "there is no such request")),
                    List.of("cloud"));
        }

        @Bean
        @Primary
        TestGuard testGuard() {
            return new TestGuard();
        }
    }

    /** @param settings further ones, such as {@code --edgewise.global.events.max-streams=2} */
    public GlobalWebService(String... settings) {
        context = new SpringApplicationBuilder(Service.class)
                .properties(
                        "spring.config.name=global",
                        "spring.application.name=global-scheduler",
                        "server.port=0",
                        "management.server.port=0",
                        "edgewise.store=memory",
                        "edgewise.security.auth=none")
                .run(settings);
    }

    public FakeRequestStore store() {
        return context.getBean(FakeRequestStore.class);
    }

    FakeMembers members() {
        return context.getBean(FakeMembers.class);
    }

    TestGuard guard() {
        return context.getBean(TestGuard.class);
    }

    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    public HttpResponse<String> get(String path, String... headers) throws Exception {
        return send("GET", path, "", headers);
    }

    /** @param headers names and values in turn; the content type is JSON unless one of them says another */
    public HttpResponse<String> send(String method, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (!List.of(headers).contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        context.close();
    }
}
