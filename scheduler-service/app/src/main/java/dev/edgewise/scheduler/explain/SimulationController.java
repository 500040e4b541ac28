package dev.edgewise.scheduler.explain;

import dev.edgewise.common.security.AccessDeniedException;
import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.NotAudited;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.security.ReviewUnavailableException;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.scheduler.kubernetes.json.JsonPodReader;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Simulates placements for callers with the right to get the pods that these concern. */
@RestController
@OnAnyReplica(from = "what it watches, and the signals that it follows")
class SimulationController {
    static final int LARGEST_BODY = 8 * 1024 * 1024;
    /**
     * The maximum number of requests at once for each kind of caller; each holds its body while it waits for its turn
     * among explanations.
     */
    private static final int MOST_AT_ONCE = 2;

    private static final String BUSY = "Other placements are being simulated";

    private final SimulationReader reader;
    private final SimulationService simulations;
    private final AccessGuard guard;
    private final ExplanationLimiter gate;
    private final ConcurrencyLimit ofAllPods = new ConcurrencyLimit(MOST_AT_ONCE, BUSY);
    private final ConcurrencyLimit ofSomePods = new ConcurrencyLimit(MOST_AT_ONCE, BUSY);

    SimulationController(
            JsonPodReader pods, SimulationService simulations, AccessGuard guard, ExplanationLimiter gate) {
        this.reader = new SimulationReader(pods);
        this.simulations = simulations;
        this.guard = guard;
        this.gate = gate;
    }

    /**
     * Places the pods of the body one after the other in one snapshot, without the removed pods and beside the added
     * reservations.
     */
    @PostMapping(path = "/api/v1/placements:simulate", consumes = MediaType.ALL_VALUE)
    @ChecksCallerItself(by = "get pods in each namespace that the pods are of")
    @NotAudited(because = "it changes nothing")
    SimulationResponse simulate(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest request)
            throws IOException {
        guard.authenticate(authorization);
        ConcurrencyLimit turns = mayGetAllPods(authorization) ? ofAllPods : ofSomePods;
        return turns.take(() -> {
            byte[] bytes = LimitedRequestBodyReader.read(request, LARGEST_BODY);
            gate.enter(request);
            SimulationRequest wanted = reader.read(new String(bytes, StandardCharsets.UTF_8));
            for (Permission needed : wanted.needed()) {
                guard.require(authorization, needed);
            }
            return simulations.simulate(wanted);
        });
    }

    /**
     * Returns whether the caller may get all pods. Other callers' permissions follow from the body, which anyone with a
     * token may send slowly; callers that may get all pods, such as function-offloader, do not wait for these.
     */
    private boolean mayGetAllPods(@Nullable String authorization) {
        try {
            guard.require(authorization, NeededPermissions.getPods(null));
            return true;
        } catch (AccessDeniedException | ReviewUnavailableException notKnownToBeAllowed) {
            return false;
        }
    }
}
