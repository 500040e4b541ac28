package dev.edgewise.global.web;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.Page;
import dev.edgewise.global.model.EnumText;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestQueuePriority;
import dev.edgewise.global.view.RequestResponse;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The requests that a caller wants to see; null wants all. */
record RequestQuery(
        @Nullable String namespace, @Nullable String phase, @Nullable String cluster, @Nullable String priority) {
    RequestQuery {
        requireConstant("phase", phase, RequestPhase.class);
        requireConstant("priority", priority, RequestQueuePriority.class);
    }

    private static <E extends Enum<E>> void requireConstant(String field, @Nullable String text, Class<E> type) {
        if (text != null && EnumText.find(type, text) == null) {
            throw new InvalidInputException(field, RequestFieldValidator.shown(text), EnumText.all(type));
        }
    }

    /**
     * Returns a page.
     *
     * @param requests in the order of their keys
     * @param after the {@code continue} of the page before; null for the first page
     */
    Page<RequestResponse> page(List<GlobalRequest> requests, @Nullable String after, int limit) {
        RequestKey last = after == null ? null : last(after);
        Stream<GlobalRequest> rest = requests.stream()
                .filter(request -> last == null || request.key().compareTo(last) > 0)
                .filter(this::admits);
        return Page.of(rest, limit, request -> request.key().toString(), RequestResponse::of);
    }

    private boolean admits(GlobalRequest request) {
        return (namespace == null || request.key().namespace().equals(namespace))
                && (phase == null || EnumText.of(request.status().phase()).equals(phase))
                && (priority == null || EnumText.of(request.spec().priority()).equals(priority))
                && (cluster == null || request.status().chosen().contains(cluster));
    }

    private static RequestKey last(String after) {
        String[] parts = after.split("/", -1);
        if (parts.length != 2) {
            throw new InvalidInputException("continue", after, "that of the page before, a namespace and a name");
        }
        return new RequestKey(parts[0], parts[1]);
    }
}
