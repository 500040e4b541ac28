package dev.edgewise.global.kubernetes;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.RequestKey;
import java.time.Instant;

/** Events of requests, named after request and reason, such as {@code web-1.Failed}. */
final class TestEvents {
    private TestEvents() {}

    static RequestEvent warning(String request, String reason) {
        return event(request, true, reason, "", TestRequests.START);
    }

    static RequestEvent normal(String request, String reason) {
        return event(request, false, reason, "", TestRequests.START);
    }

    static RequestEvent event(String request, boolean warning, String reason, String cluster, Instant at) {
        return new RequestEvent(
                request + "." + reason,
                new RequestKey("shop", request),
                "uid-of-" + request,
                warning,
                reason,
                cluster,
                "why",
                at,
                at,
                1);
    }
}
