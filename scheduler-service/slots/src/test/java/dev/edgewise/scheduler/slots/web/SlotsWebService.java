package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.boot.EdgewiseServiceApplication;
import dev.edgewise.scheduler.slots.NodeSetUpProperties;
import dev.edgewise.scheduler.slots.SlotsProperties;
import dev.edgewise.scheduler.slots.view.JobHistoryCleaner;
import dev.edgewise.scheduler.slots.view.SlotObjectReader;
import dev.edgewise.scheduler.slots.view.SlotObjectWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** The interfaces of batch slots on a port of their own, over objects in memory. */
public final class SlotsWebService implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ConfigurableApplicationContext context;

    /** Everything below this package, and objects in memory. */
    @EdgewiseServiceApplication
    @EnableConfigurationProperties({SlotsProperties.class, NodeSetUpProperties.class})
    static class Service {
        @Bean
        FakeSlotObjects slotObjects() {
            return new FakeSlotObjects();
        }

        @Bean
        SlotObjectReader slotObjectReader(FakeSlotObjects objects) {
            return objects.stored();
        }

        @Bean
        SlotObjectWriter slotObjectWriter(FakeSlotObjects objects) {
            return new FakeSlotWriter(objects);
        }

        @Bean
        FakeTestbedNodes testbedNodes() {
            return new FakeTestbedNodes();
        }

        @Bean
        JobHistoryCleaner jobHistory(FakeSlotObjects objects) {
            return job -> {
                objects.put(SlotFixtures.withoutRuns(job));
                return true;
            };
        }
    }

    /** @param settings further ones, such as {@code --edgewise.scheduler.slots.enabled=false} */
    public SlotsWebService(String... settings) {
        this(List.of(), settings);
    }

    /** @param more configurations beside the usual one, such as of tokens and roles */
    public SlotsWebService(List<Class<?>> more, String... settings) {
        context = new SpringApplicationBuilder(Service.class)
                .sources(more.toArray(Class<?>[]::new))
                .properties(
                        "spring.config.name=slots",
                        "spring.application.name=slots",
                        "server.port=0",
                        "management.server.port=0",
                        "edgewise.store=memory",
                        "edgewise.scheduler.slots.enabled=true",
                        "logging.level.org.springframework.web.socket.messaging.StompSubProtocolHandler=off",
                        "edgewise.security.auth=none")
                .run(settings);
    }

    public FakeSlotObjects objects() {
        return context.getBean(FakeSlotObjects.class);
    }

    FakeTestbedNodes nodes() {
        return context.getBean(FakeTestbedNodes.class);
    }

    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    public HttpResponse<String> get(String path) throws Exception {
        return send("GET", path, "");
    }

    /** @param headers names and values in turn */
    public HttpResponse<String> send(String method, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        context.close();
    }
}
