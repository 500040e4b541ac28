package dev.edgewise.kubernetes.sample;

import dev.edgewise.common.security.Needs;
import dev.edgewise.common.signal.publish.PublishedSignals;
import dev.edgewise.common.web.NotFoundException;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
record TemperaturesController(SampleService sample, PublishedSignals<Reading> published) {
    @PutMapping("/api/v1/temperatures/{node}")
    @Needs(verb = "update", resource = "temperatures")
    void put(@PathVariable String node, @RequestBody Reading reading) {
        if (!sample.nodes.contains(node)) {
            throw new NotFoundException("there is no node " + node);
        }
        published.put("", node, reading);
    }
}
