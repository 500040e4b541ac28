package dev.edgewise.offloader.web;

import dev.edgewise.common.security.Authenticator;
import dev.edgewise.common.security.BearerToken;
import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.security.TokenReviewer;
import dev.edgewise.common.security.TokenUser;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.offloader.rounds.pause.Pause;
import dev.edgewise.offloader.rounds.pause.PauseState;
import dev.edgewise.offloader.rounds.pause.PauseUnavailableException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Pauses and resumes moves, of all replicas. */
@RestController
@OnAnyReplica(from = "the ConfigMap, which all replicas read")
class PauseController {
    private static final int LONGEST = 256;
    private static final String ANONYMOUS = "anonymous";

    private final PauseState pauses;
    private final Clock clock;
    private final boolean known;
    private final Authenticator authenticator;

    PauseController(PauseState pauses, SecurityProperties security, TokenReviewer reviewer, Clock clock) {
        this.pauses = pauses;
        this.clock = clock;
        this.known = security.reviewsTokens();
        this.authenticator = new Authenticator(reviewer, security.cache(), clock);
    }

    /** The reason for a pause. */
    record PauseRequest(@Nullable String reason) {}

    /** @param paused null if moves continue */
    record PauseResponse(@Nullable Pause paused) {}

    @PostMapping(path = "/api/v1/pause", consumes = MediaType.APPLICATION_JSON_VALUE)
    @RequiresPermission(verb = "create", resource = "offloads")
    PauseResponse pause(
            @RequestBody PauseRequest request,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization)
            throws PauseUnavailableException {
        String reason = request.reason();
        if (reason == null || reason.isBlank() || reason.length() > LONGEST) {
            throw new InvalidInputException(
                    "reason", String.valueOf(reason), "a text of 1 to " + LONGEST + " characters");
        }
        Pause pause = new Pause(clock.instant().truncatedTo(ChronoUnit.SECONDS), caller(authorization), reason);
        pauses.pause(pause);
        return new PauseResponse(pause);
    }

    @PostMapping("/api/v1/resume")
    @RequiresPermission(verb = "create", resource = "offloads")
    PauseResponse resume() throws PauseUnavailableException {
        pauses.resume();
        return new PauseResponse(null);
    }

    private String caller(@Nullable String authorization) {
        return known
                ? BearerToken.of(authorization)
                        .flatMap(authenticator::userOf)
                        .map(TokenUser::name)
                        .orElse(ANONYMOUS)
                : ANONYMOUS;
    }
}
