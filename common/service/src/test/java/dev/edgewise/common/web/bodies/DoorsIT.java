package dev.edgewise.common.web.bodies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.boot.EdgewiseServiceApplication;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.RequiresPermission;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Refusals of every service, and its headers for browsers. */
class DoorsIT {
    private static ConfigurableApplicationContext service;

    /** A service that has these endpoints alone. */
    @EdgewiseServiceApplication
    @RestController
    static class Doors {
        @PostMapping("/api/resume")
        @RequiresPermission(verb = "create", resource = "things")
        String resume() {
            return "resumed";
        }

        @PostMapping(path = "/api/explain", consumes = MediaType.ALL_VALUE)
        @ChecksCallerItself(by = "nothing, as this is a test")
        String explain() {
            return "explained";
        }
    }

    /** A service with an endpoint whose author forgot who may call it. */
    @EdgewiseServiceApplication
    @RestController
    static class OpenDoor {
        @GetMapping("/api/open")
        String open() {
            return "open";
        }
    }

    /** A service with an endpoint whose body is read before its caller is checked. */
    @EdgewiseServiceApplication
    @RestController
    static class HastyDoor {
        @PostMapping("/api/hasty")
        @ChecksCallerItself(by = "nothing, as this is a test")
        String hasty(@RequestBody String body) {
            return body;
        }
    }

    private static ConfigurableApplicationContext start(Class<?> type) {
        return new SpringApplicationBuilder(type)
                .properties(
                        "spring.config.name=doors",
                        "spring.application.name=doors",
                        "server.port=0",
                        "management.server.port=0",
                        "edgewise.security.auth=none")
                .run();
    }

    @BeforeAll
    static void start() {
        service = start(Doors.class);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static HttpResponse<String> send(String port, HttpRequest.Builder request, String path) throws Exception {
        String name = "local." + port + ".port";
        URI uri = URI.create(
                "http://127.0.0.1:" + service.getEnvironment().getRequiredProperty(name, Integer.class) + path);
        return HttpClient.newHttpClient().send(request.uri(uri).build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String path, String type) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder().POST(BodyPublishers.noBody());
        return send("server", type == null ? request : request.header("Content-Type", type), path);
    }

    @Test
    void anEndpointThatDoesNotSayWhoMayCallItEndsTheStart() {
        assertThatThrownBy(() -> start(OpenDoor.class))
                .hasMessageContaining("GET [/api/open]")
                .hasMessageContaining("must have @RequiresPermission, or @ChecksCallerItself");
    }

    @Test
    void anEndpointWhoseBodyIsReadBeforeItsCallerIsCheckedEndsTheStart() {
        assertThatThrownBy(() -> start(HastyDoor.class))
                .hasMessageContaining("POST [/api/hasty")
                .hasMessageContaining("reads the body of every caller");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "?"})
    void aPostThatIsNotSaidToBeJsonIsRefused(String type) throws Exception {
        HttpResponse<String> answer = post("/api/resume", type);
        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body())
                .contains("Content-Type is " + (type == null ? "missing" : type) + ": it must be application/json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/json;charset=utf-8"})
    void jsonIsTaken(String type) throws Exception {
        assertThat(post("/api/resume", type).body()).isEqualTo("resumed");
    }

    @Test
    void anEndpointThatTakesAllTypesNeedsOne() throws Exception {
        assertThat(post("/api/explain", "application/x-www-form-urlencoded").body())
                .isEqualTo("explained");
        assertThat(post("/api/explain", null).statusCode()).isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/api/v1/nope"})
    void whoMistypesAPathReadsWhichThereAre(String path) throws Exception {
        HttpResponse<String> answer = send("server", HttpRequest.newBuilder(), path);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body())
                .contains("Nothing is at GET " + path, "\"routes\":[\"POST /api/explain\",\"POST /api/resume\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/edgewise.js", "/unknown", "/actuator/health"})
    void browsersLoadNothingFromElsewhereAndFrameNothing(String path) throws Exception {
        String port = path.startsWith("/actuator") ? "management" : "server";
        HttpResponse<String> answer = send(port, HttpRequest.newBuilder(), path);
        assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'self'", "frame-ancestors 'none'");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
    }
}
