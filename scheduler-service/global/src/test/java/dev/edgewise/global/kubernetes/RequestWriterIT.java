package dev.edgewise.global.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The record of request a with a message of 500 characters, and an API server that answers as the test says. */
@ExtendWith(OutputCaptureExtension.class)
class RequestWriterIT {
    private static final String WRITTEN =
            """
            {"metadata": {"name": "a", "namespace": "shop", "uid": "uid-a", "resourceVersion": "2"},
             "spec": {"manifests": {"inline": "kind: Pod"}, "clusters": [["edge"]]}, "status": {"phase": "Queued"}}
            """;

    private ScriptedServer scripted;
    private ApiServerTransport server;
    private RequestWriter writer;

    @BeforeEach
    void start() throws IOException {
        scripted = new ScriptedServer();
        server = ApiServerTransport.of(
                new ConfigBuilder(Config.empty()).withMasterUrl(scripted.url()).build());
        writer = new RequestWriter(
                new ApiServerClient(server, Duration.ofSeconds(5)),
                new GlobalRequestCache(new RecentManifests(), () -> 0),
                Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        scripted.close();
    }

    private void answer(int code, String body) {
        scripted.answer("HTTP/1.1 " + code + " X\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private void refuse(int code, String message) {
        answer(code, "{\"kind\": \"Status\", \"message\": \"" + message + "\"}");
    }

    private GlobalRequest write() {
        RequestStatus status =
                new RequestStatus(RequestPhase.QUEUED, 1, 0, List.of(), null, null, null, "m".repeat(500));
        return Objects.requireNonNull(
                writer.writeStatus(TestRequests.of("a", "[edge]").request(), status));
    }

    @ParameterizedTest
    @CsvSource({"413, too large", "422, invalid", "500, etcdserver: request is too large"})
    void aRecordThatIsRefusedIsWrittenBriefly(int code, String message) {
        refuse(code, message);
        answer(200, WRITTEN);

        assertThat(write().resourceVersion()).isEqualTo("2");

        assertThat(scripted.requests).hasSize(2);
        assertThat(scripted.requests.get(0)).contains("m".repeat(500));
        assertThat(scripted.requests.get(1)).contains("m".repeat(99)).doesNotContain("m".repeat(100));
    }

    /**
     * The caller retries these soon, as they end by themselves; 500 is the answer also while an admission webhook is
     * down.
     */
    @ParameterizedTest
    @CsvSource({"429, too many", "500, failed calling webhook", "503, restarts"})
    void anAnswerThatMayChangeSoonIsNoRefusal(int code, String message) {
        refuse(code, message);

        assertThatThrownBy(this::write).isInstanceOf(BusyException.class);
    }

    @Test
    void aRecordThatIsTooLargeEvenBrieflyIsRefused() {
        refuse(500, "etcdserver: request is too large");
        refuse(500, "etcdserver: request is too large");

        assertThatThrownBy(this::write).isInstanceOf(RecordRefusedException.class);
    }

    /** Each write of the record is tried twice, and logged once. */
    @Test
    void aRefusalIsToldOnce(CapturedOutput output) {
        for (int i = 0; i < 6; i++) {
            refuse(422, "no");
        }
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(this::write)
                    .isInstanceOf(RecordRefusedException.class)
                    .hasMessage("The API server answers 422 no");
        }

        assertThat(output.getAll().split("refuses the record of a request; request=shop/a cause=422 no", -1))
                .hasSize(2);
    }
}
