package dev.edgewise.embedded.call;

import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.StoredObject;
import java.util.function.Predicate;

/**
 * A watch that may be opened: its path, selectors and permission are checked.
 *
 * @param version the version to continue from; 0 starts with what exists
 * @param initial whether to start with what exists in any case, and to say where that ends
 * @param timeoutSeconds when the server ends it; 0 never
 */
public record WatchCall(
        RequestTarget target,
        ApiRequest request,
        Predicate<StoredObject> selector,
        long version,
        boolean bookmarks,
        boolean initial,
        long timeoutSeconds) {

    public static WatchCall of(RequestTarget target, ApiRequest request) {
        return new WatchCall(
                target,
                request,
                Selectors.of(target, request),
                number(request, "resourceVersion"),
                request.flag("allowWatchBookmarks"),
                request.flag("sendInitialEvents"),
                number(request, "timeoutSeconds"));
    }

    public boolean startsWithExisting() {
        return version == 0 || initial;
    }

    private static long number(ApiRequest request, String parameter) {
        String text = request.parameter(parameter);
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw ApiException.badRequest("%s must be a whole number from 0: \"%s\"".formatted(parameter, text));
        }
    }
}
