package dev.edgewise.scheduler.signals;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.PostExchange;

/** Client of network-probe. */
interface NetworkProbeClient {
    /**
     * Nodes to be measured from one node, soon and once.
     *
     * @param echoes to each; null: as many as network-probe thinks fit
     */
    record ReprobeRequest(
            String from, List<String> to, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer echoes) {}

    @PostExchange("/api/v1/rtt:reprobe")
    void reprobe(@RequestBody ReprobeRequest request);
}
