package dev.edgewise.offloader.web;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.common.web.Page;
import dev.edgewise.offloader.moves.MoveOutcome;
import dev.edgewise.offloader.rounds.OffloadLoop;
import dev.edgewise.offloader.rounds.execution.MoveHistory;
import dev.edgewise.offloader.rounds.execution.MoveRecord;
import dev.edgewise.offloader.rounds.negotiation.MoveNotPossibleException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Shows moves, and moves pods on request. */
@RestController
@OnLeader
@RequestMapping("/api/v1/offloads")
class OffloadsController {
    private final OffloadLoop offloader;
    private final MoveHistory history;
    private final WriterElection turn;

    OffloadsController(OffloadLoop offloader, MoveHistory history, WriteGate gate) {
        this.offloader = offloader;
        this.history = history;
        this.turn = WriterElection.of(gate);
    }

    /**
     * A move.
     *
     * @param endedAt null while it is under way, as the two after it
     */
    record OffloadResponse(
            String pod,
            String workload,
            String source,
            String target,
            String why,
            String cause,
            Instant beganAt,
            @Nullable Instant endedAt,
            MoveOutcome.@Nullable Result result,
            @Nullable String detail) {
        static OffloadResponse of(MoveRecord move) {
            return new OffloadResponse(
                    move.pod().name(),
                    PlanResponse.text(move.pod().workload()),
                    move.pod().node(),
                    move.target(),
                    move.why(),
                    PlanResponse.text(move.cause()),
                    move.beganAt(),
                    move.endedAt(),
                    move.result(),
                    move.detail());
        }
    }

    /**
     * Moves, newest first.
     *
     * @param after number of the move after which the page begins, as {@code continue} of the last page says
     */
    @GetMapping
    @RequiresPermission(verb = "list", resource = "offloads")
    Page<OffloadResponse> list(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable Long after) {
        return Page.of(
                history.all().stream().filter(move -> after == null || move.number() < after),
                limit,
                move -> String.valueOf(move.number()),
                OffloadResponse::of);
    }

    /**
     * The pod to be moved.
     *
     * @param pod {@code namespace/name}
     * @param target node; null for wherever the scheduler would place it
     */
    record OffloadRequest(@Nullable String pod, @Nullable String target) {}

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    @RequiresPermission(verb = "create", resource = "offloads")
    OffloadResponse move(@RequestBody OffloadRequest request) throws MoveNotPossibleException {
        turn.requireNoOther();
        String pod = request.pod();
        if (pod == null || !pod.matches("[^/]+/[^/]+")) {
            throw new InvalidInputException("pod", String.valueOf(pod), "namespace/name of a pod");
        }
        return OffloadResponse.of(offloader.move(pod, request.target()));
    }
}
