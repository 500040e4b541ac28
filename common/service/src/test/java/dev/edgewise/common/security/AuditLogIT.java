package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.boot.EdgewiseServiceApplication;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The audit log of a service, whose bodies and answers arrive later than its requests. */
@ExtendWith(OutputCaptureExtension.class)
class AuditLogIT {
    private static final Pattern LINE = Pattern.compile("(Changed|Refused a change|A change) by REST.*");
    private static final String THING = "/api/v1/things/a";

    private ConfigurableApplicationContext service;

    /** A service that has these endpoints alone. */
    @EdgewiseServiceApplication
    @RestController
    static class Endpoints {
        @Bean
        ReviewApi reviews() {
            return new FakeReviews()
                    .user("operator", "update things in edgewise", "get things in edgewise")
                    .user("reader");
        }

        @GetMapping(THING)
        @RequiresPermission(verb = "get", resource = "things")
        String get() {
            return "a";
        }

        @PutMapping(THING)
        @RequiresPermission(verb = "update", resource = "things")
        int put(@RequestBody Map<String, String> body) {
            return body.size();
        }

        @DeleteMapping(THING)
        @RequiresPermission(verb = "update", resource = "things")
        String delete(@RequestParam(defaultValue = "false") boolean dryRun) {
            if (dryRun) {
                AuditLog.leaveOut();
            }
            return "deleted";
        }

        @PostMapping("/api/v1/later")
        @RequiresPermission(verb = "update", resource = "things")
        CompletableFuture<String> later() {
            return CompletableFuture.supplyAsync(() -> "done");
        }

        @PostMapping("/api/v1/resets")
        @ChecksCallerItself(by = "delete things, once the parameter is read")
        String reset(@RequestParam boolean dryRun) {
            return "dry run: " + dryRun;
        }

        @PostMapping("/api/v1/reports")
        @RequiresPermission(verb = "update", resource = "things")
        @NotAudited(because = "as a report")
        String report() {
            return "taken";
        }
    }

    private void start(String... settings) {
        service = new SpringApplicationBuilder(Endpoints.class)
                .properties(
                        "spring.config.name=audit",
                        "spring.application.name=audit",
                        "server.port=0",
                        "management.server.port=0")
                .run(settings);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private int send(String method, String path, String user) throws Exception {
        String port = service.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString("{\"colour\":\"red\"}"));
        if (!user.isEmpty()) {
            request.header("Authorization", "Bearer " + TestTokens.of(user, "edgewise-audit"));
        }
        return HttpClient.newHttpClient()
                .send(request.build(), BodyHandlers.ofString())
                .statusCode();
    }

    private static List<String> lines(CapturedOutput output) {
        return LINE.matcher(output.getOut())
                .results()
                .map(result -> result.group().strip())
                .toList();
    }

    @Test
    void eachChangeIsLoggedOnceWithItsCaller(CapturedOutput output) throws Exception {
        start();

        assertThat(send("GET", THING, "operator")).isEqualTo(200);
        assertThat(send("POST", "/api/v1/reports", "operator")).isEqualTo(200);
        assertThat(send("DELETE", THING + "?dryRun=true", "operator")).isEqualTo(200);
        assertThat(send("PUT", THING, "")).isEqualTo(401);
        assertThat(send("POST", "/api/v1/resets?dryRun=maybe", "")).isEqualTo(400);
        assertThat(send("PUT", "/api/v1/none", "operator")).isEqualTo(404);
        assertThat(send("PUT", THING, "operator")).isEqualTo(200);
        assertThat(send("PUT", THING, "reader")).isEqualTo(403);
        assertThat(send("DELETE", THING, "operator")).isEqualTo(200);
        assertThat(send("POST", "/api/v1/later", "operator")).isEqualTo(200);

        await().untilAsserted(() -> assertThat(lines(output))
                .containsExactlyInAnyOrder(
                        "Changed by REST; user=operator method=PUT path=/api/v1/things/a status=200",
                        "Refused a change by REST; user=reader method=PUT path=/api/v1/things/a status=403",
                        "Changed by REST; user=operator method=DELETE path=/api/v1/things/a status=200",
                        "Changed by REST; user=operator method=POST path=/api/v1/later status=200"));
    }

    @Test
    void withoutAuthenticationTheUserIsAnonymous(CapturedOutput output) throws Exception {
        start("--edgewise.security.auth=none");

        assertThat(send("PUT", THING, "")).isEqualTo(200);

        await().untilAsserted(() -> assertThat(lines(output))
                .containsExactly("Changed by REST; user=anonymous method=PUT path=/api/v1/things/a status=200"));
    }
}
