package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class NodeRestartTaintPatchTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void allOthersStayAsTheyAre() throws IOException {
        JsonNode node = node("{\"key\":\"a\",\"effect\":\"NoExecute\",\"timeAdded\":\"2026-01-01T00:00:00Z\"}");

        assertThat(NodeRestartTaintPatch.patch(node, true))
                .isEqualTo("{\"metadata\":{\"resourceVersion\":\"7\"},\"spec\":{\"taints\":["
                        + "{\"key\":\"a\",\"effect\":\"NoExecute\",\"timeAdded\":\"2026-01-01T00:00:00Z\"},"
                        + "{\"key\":\"edgewise.dev/restarting\",\"effect\":\"NoSchedule\"}]}}");
    }

    @Test
    void itIsTakenAwayAlone() throws IOException {
        JsonNode node = node("{\"key\":\"edgewise.dev/restarting\",\"effect\":\"NoSchedule\"},{\"key\":\"a\"}");

        assertThat(NodeRestartTaintPatch.patch(node, false))
                .isEqualTo("{\"metadata\":{\"resourceVersion\":\"7\"},\"spec\":{\"taints\":[{\"key\":\"a\"}]}}");
    }

    @Test
    void whatIsSoAlreadyIsNotWritten() throws IOException {
        JsonNode tainted = node("{\"key\":\"edgewise.dev/restarting\",\"effect\":\"NoSchedule\"}");

        assertThat(NodeRestartTaintPatch.patch(tainted, true)).isNull();
        assertThat(NodeRestartTaintPatch.patch(node(""), false)).isNull();
        assertThat(NodeRestartTaintPatch.patch(JSON.readTree("{\"metadata\":{\"resourceVersion\":\"7\"}}"), false))
                .isNull();
    }

    private static JsonNode node(String taints) throws IOException {
        return JSON.readTree("{\"metadata\":{\"resourceVersion\":\"7\"},\"spec\":{\"taints\":[" + taints + "]}}");
    }
}
