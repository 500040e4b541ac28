package dev.edgewise.kubernetes.sample;

import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.signal.publish.PublishedSignals;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnLeader;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Takes temperatures of nodes; 202 if the store is away, and will have them when it is back. */
@RestController
@OnLeader
record TemperaturesController(SampleService sample, PublishedSignals<Reading> published) {
    @PutMapping("/api/v1/temperatures/{node}")
    @ChecksCallerItself(by = "nothing, as this is a sample")
    @RequiresPermission(verb = "update", resource = "temperatures")
    ResponseEntity<Void> put(@PathVariable String node, @RequestBody Reading reading) {
        if (!sample.nodes.contains(node)) {
            throw new NotFoundException("there is no node " + node);
        }
        boolean stored = published.put(Reading.ROW, node, reading);
        return ResponseEntity.status(stored ? HttpStatus.OK : HttpStatus.ACCEPTED)
                .build();
    }
}
