package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import java.util.List;
import java.util.stream.Stream;

/**
 * Kinds that a service watches.
 *
 * @param first the kinds that are read at once
 * @param then the kinds that are read when those of {@code first} are known completely, as their objects refer to them;
 *     a leader catches up with these
 * @param mapper reads the objects; a lean one leaves out the fields that the service never looks at
 */
public record ServiceWatchedKinds(List<WatchedKind<?>> first, List<WatchedKind<?>> then, ObjectMapper mapper) {
    public ServiceWatchedKinds {
        first = List.copyOf(first);
        then = List.copyOf(then);
    }

    /** Kinds that are read at once, with all their fields. */
    public static ServiceWatchedKinds of(WatchedKind<?>... kinds) {
        return new ServiceWatchedKinds(List.of(), List.of(kinds), ApiServerObjectMappers.lenient());
    }

    public Stream<WatchedKind<?>> all() {
        return Stream.concat(first.stream(), then.stream());
    }
}
