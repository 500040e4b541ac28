package dev.edgewise.kubernetes.autoconfigure.forward;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.AuditLog;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.OnLeader;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.springframework.http.HttpHeaders;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Forwards calls of {@link OnLeader} methods to the leader while this replica is a standby. A call that was forwarded
 * is not forwarded again: where two replicas take each other for the leader, as for a moment while the Lease changes
 * hands, the second one answers as a standby.
 */
final class ForwardInterceptor implements HandlerInterceptor {
    static final String FORWARDED_BY = "Edgewise-Forwarded-By";

    /** Maximum body in bytes: that of a simulation, the longest that a leader takes. */
    private static final int MOST_BODY = 8 * 1024 * 1024;

    private final AccessGuard guard;
    private final BooleanSupplier isLeading;
    private final Supplier<Optional<URI>> leader;
    private final LeaderClient client;
    private final ForwardLimits forwarding = new ForwardLimits();

    ForwardInterceptor(
            AccessGuard guard, BooleanSupplier isLeading, Supplier<Optional<URI>> leader, LeaderClient client) {
        this.guard = guard;
        this.isLeading = isLeading;
        this.leader = leader;
        this.client = client;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (!(handler instanceof HandlerMethod method)
                || !AnsweringReplicaCheck.isOnLeader(method)
                || request.getHeader(FORWARDED_BY) != null
                || isLeading.getAsBoolean()) {
            return true;
        }
        Optional<URI> address = leader.get();
        if (address.isEmpty()) {
            return true;
        }
        // Strangers are refused here: the leader limits what each address may have reviewed.
        String authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
        guard.authenticate(authorization);
        byte[] body = LimitedRequestBodyReader.read(request, MOST_BODY);
        forwarding.take(authorization == null ? request.getRemoteAddr() : authorization, () -> {
            client.forward(address.get(), request, body, response);
            return response;
        });
        // The leader has logged the call. One that it did not answer is logged here: it may have changed something.
        AuditLog.leaveOut();
        return false;
    }
}
