package dev.edgewise.scheduler.signals;

import java.util.List;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.PostExchange;

/** What the scheduler asks of network-probe. */
public interface NetworkProbe {
    /** Nodes to be measured from one node, soon and once. */
    record Reprobe(String from, List<String> to) {}

    @PostExchange("/api/v1/rtt:reprobe")
    void reprobe(@RequestBody Reprobe wanted);
}
