package dev.edgewise.global.callback;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.view.RequestResponse;
import java.time.Instant;
import java.util.Locale;

/**
 * The end of a request as a CloudEvent 1.0.
 *
 * @param id the same in all deliveries of one end
 * @param source path of the request at this service
 * @param type {@code dev.edgewise.globalrequest.completed}, {@code .failed} or {@code .cancelled}
 * @param subject namespace and name of the request
 * @param data the request as the calls answer it
 */
record CloudEvent(
        String specversion,
        String id,
        String source,
        String type,
        String subject,
        Instant time,
        String datacontenttype,
        RequestResponse data) {
    static CloudEvent of(GlobalRequest request) {
        Instant ended = request.status().endedAt();
        return new CloudEvent(
                "1.0",
                id(request),
                "/api/v1/requests/" + request.key(),
                "dev.edgewise.globalrequest." + word(request.status().phase()),
                request.key().toString(),
                ended == null ? request.createdAt() : ended,
                "application/json",
                RequestResponse.of(request));
    }

    /** Returns the id: a request that has completed and is cancelled later ends twice. */
    static String id(GlobalRequest request) {
        return request.uid() + "-" + word(request.status().phase());
    }

    private static String word(RequestPhase phase) {
        return phase.name().toLowerCase(Locale.ROOT);
    }
}
