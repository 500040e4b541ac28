package dev.edgewise.energy.push;

import dev.edgewise.common.security.NodeTokens;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.signal.publish.WriteTurn;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.energy.sources.ConditionalOnEnergySource;
import dev.edgewise.energy.sources.Source;
import dev.edgewise.energy.sources.SourceAssignment;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Takes what devices report. */
@RestController
@ConditionalOnEnergySource(Source.PUSH)
class PushController {
    private final PushSource source;
    private final Optional<NodeTokens> tokens;
    private final NodeDirectory nodes;
    private final SourceAssignment assignment;
    private final WriteTurn turn;
    private final Clock clock;
    private final Duration validFor;

    PushController(
            PushSource source,
            SecurityProperties security,
            NodeTokens tokens,
            NodeDirectory nodes,
            SourceAssignment assignment,
            WriteTurn turn,
            Clock clock,
            PushProperties properties) {
        this.source = source;
        this.tokens = security.reviewsTokens() ? Optional.of(tokens) : Optional.empty();
        this.nodes = nodes;
        this.assignment = assignment;
        this.turn = turn;
        this.clock = clock;
        this.validFor = properties.validFor();
    }

    /** The report that is in force from the next refresh on. */
    record Accepted(String node, double percent, Instant observedAt, Duration validFor) {}

    /** Takes the energy of a node from a pod on that node; answers with the newest report, which may be a later one. */
    @PutMapping("/api/v1/energy/{node}")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Accepted put(
            @PathVariable String node,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            @RequestBody EnergyReport report) {
        tokens.ifPresent(check -> check.check(node, authorization));
        turn.requireNoOther();
        requireServed(node);
        Measurement newest = source.put(node, report.measurement(clock.instant(), validFor));
        return new Accepted(node, newest.percent(), newest.at(), newest.validFor());
    }

    private void requireServed(String name) {
        EnergyNode node = nodes.find(name).orElseThrow(() -> new NotFoundException("the cluster has no node " + name));
        Optional<Source> by = assignment.of(node);
        if (by.filter(Source.PUSH::equals).isEmpty()) {
            throw new InvalidInputException(
                    "node",
                    name,
                    "one whose source is push: the sources of energy-adapter give it "
                            + by.map(Source::published).orElse("none"));
        }
    }
}
