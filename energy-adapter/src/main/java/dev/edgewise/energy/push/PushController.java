package dev.edgewise.energy.push;

import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.NodeTokenVerifier;
import dev.edgewise.common.security.NotAudited;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.energy.sources.ConditionalOnEnergySource;
import dev.edgewise.energy.sources.EnergySourceKind;
import dev.edgewise.energy.sources.NodeEnergySourceResolver;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Receives the reports of devices. */
@RestController
@ConditionalOnEnergySource(EnergySourceKind.PUSH)
class PushController {
    private static final int LARGEST_REPORT = 4 * 1024;

    private final PushSource source;
    private final Optional<NodeTokenVerifier> tokens;
    private final NodeDirectory nodes;
    private final NodeEnergySourceResolver assignment;
    private final WriterElection turn;
    private final Clock clock;
    private final Duration validFor;
    private final JsonMapper json;

    PushController(
            PushSource source,
            SecurityProperties security,
            NodeTokenVerifier tokens,
            NodeDirectory nodes,
            NodeEnergySourceResolver assignment,
            WriterElection turn,
            Clock clock,
            PushProperties properties,
            JsonMapper json) {
        this.source = source;
        this.tokens = security.reviewsTokens() ? Optional.of(tokens) : Optional.empty();
        this.nodes = nodes;
        this.assignment = assignment;
        this.turn = turn;
        this.clock = clock;
        this.validFor = properties.validFor();
        this.json = json;
    }

    /** The report that applies from the next refresh on. */
    record PushResponse(String node, double percent, Instant observedAt, Duration validFor) {}

    /** Takes the energy of a node from a pod on that node; answers with the newest report, which may be a later one. */
    @PutMapping(path = "/api/v1/energy/{node}", consumes = MediaType.APPLICATION_JSON_VALUE)
    @OnLeader
    @ChecksCallerItself(by = "a token of a pod on the node")
    @NotAudited(because = "devices report each minute")
    @ResponseStatus(HttpStatus.ACCEPTED)
    PushResponse put(@PathVariable String node, HttpServletRequest request) throws IOException {
        turn.requireNoOther();
        tokens.ifPresent(check -> check.check(node, request.getHeader(HttpHeaders.AUTHORIZATION)));
        requireServed(node);
        PushRequest report = LimitedRequestBodyReader.readLenient(request, LARGEST_REPORT, json, PushRequest.class);
        Instant now = clock.instant();
        Measurement newest = source.put(node, report.measurement(now, validFor), now);
        return new PushResponse(node, newest.percent(), newest.at(), newest.validFor());
    }

    private void requireServed(String name) {
        EnergyNode node = nodes.find(name).orElseThrow(() -> new NotFoundException("the cluster has no node " + name));
        Optional<EnergySourceKind> by = assignment.of(node);
        if (by.filter(EnergySourceKind.PUSH::equals).isEmpty()) {
            throw new InvalidInputException(
                    "node",
                    name,
                    "one whose source is push: the sources of energy-adapter give it "
                            + by.map(EnergySourceKind::published).orElse("none"));
        }
    }
}
