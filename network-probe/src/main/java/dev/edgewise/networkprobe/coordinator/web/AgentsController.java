package dev.edgewise.networkprobe.coordinator.web;

import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.NotAudited;
import dev.edgewise.common.security.ReviewUnavailableException;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.networkprobe.coordinator.Coordinator;
import dev.edgewise.networkprobe.coordinator.RefusedReportException;
import dev.edgewise.networkprobe.protocol.InvalidMessageException;
import dev.edgewise.networkprobe.protocol.PeerList;
import dev.edgewise.networkprobe.protocol.ProtocolLimits;
import dev.edgewise.networkprobe.protocol.Report;
import dev.edgewise.networkprobe.protocol.ReportParser;
import dev.edgewise.networkprobe.protocol.ReportReply;
import dev.edgewise.networkprobe.sources.ConditionalOnRttSource;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST endpoints for agents: the peers to measure, and reports of measurements. */
@RestController
@ConditionalOnRttSource(RttSourceKind.AGENTS)
@RequestMapping("/api/v1")
class AgentsController {
    private final Coordinator coordinator;
    private final AgentAuthenticator gate;
    private final PeerListAccess readers;
    private final SteadyTime time;
    private final WriterElection turn;

    AgentsController(
            Coordinator coordinator,
            AgentAuthenticator gate,
            PeerListAccess readers,
            SteadyTime time,
            WriterElection turn) {
        this.coordinator = coordinator;
        this.gate = gate;
        this.readers = readers;
        this.time = time;
        this.turn = turn;
    }

    /** The peers of a node, and where they are reached; the key of the echoes for the agent only. Changes nothing. */
    @GetMapping("/peers/{node}")
    @ChecksCallerItself(by = "a token of the agent on the node, or list roundtriptimes")
    ResponseEntity<PeerList> peers(
            @PathVariable String node,
            @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) @Nullable String known,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        turn.requireNoOther();
        boolean agent = readers.isAgent(node, authorization);
        PeerList peers = coordinator.peers(node);
        PeerList shown = agent ? peers : peers.withoutKey();
        String tag = shown.tag();
        if (tag.equals(known)) {
            return ResponseEntity.status(HttpStatus.NOT_MODIFIED).eTag(tag).build();
        }
        return ResponseEntity.ok().eTag(tag).body(shown);
    }

    /** Takes what the agent of a node measured: 204, or 200 if there is something that it should do. */
    @PostMapping(path = "/reports/{node}", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ChecksCallerItself(by = "a token of the agent on the node")
    @NotAudited(because = "agents report each round")
    @Nullable
    ReportReply report(@PathVariable String node, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        turn.requireNoOther();
        check(node, request.getHeader(HttpHeaders.AUTHORIZATION));
        byte[] body = LimitedRequestBodyReader.read(request, ProtocolLimits.MAX_REPORT_BYTES);
        coordinator.admit(node, time.now());
        Report report = parsed(body);
        ReportReply reply = coordinator.report(node, report, time.now());
        if (!reply.hasNews()) {
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
            return null;
        }
        return reply;
    }

    private static Report parsed(byte[] body) {
        try {
            return ReportParser.parse(body);
        } catch (InvalidMessageException e) {
            throw new InvalidInputException(e.field(), e.value(), e.allowed());
        }
    }

    private void check(String node, @Nullable String authorization) {
        try {
            gate.check(node, authorization);
        } catch (ReviewUnavailableException e) {
            coordinator.unreviewed(time.now());
            throw e;
        }
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> refused(RefusedReportException e) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(e.status());
        if (e.status() == RefusedReportException.UNAUTHORIZED) {
            answer.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        if (e.status() == RefusedReportException.UNAVAILABLE) {
            // The next call may reach the one that takes reports.
            answer.header(HttpHeaders.CONNECTION, "close");
        }
        return answer.contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.valueOf(e.status()), String.valueOf(e.getMessage())));
    }
}
