package dev.edgewise.scheduler.drift;

import static java.util.stream.Collectors.groupingBy;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The violations in order: sorted for the first page of a list, and not for each that follows. Thread-safe. */
final class ViolationList {
    /** Pages that follow may be of a list so old. */
    private static final Duration OLDEST = Duration.ofSeconds(5);

    private final Drift drift;
    private final Ticker ticker;
    private List<Placed> sorted = List.of();
    private long changes = -1;
    private long sortedAt;

    /** A violation and its place in the list. */
    record Placed(Place place, Violation violation) {}

    ViolationList(Drift drift, Ticker ticker) {
        this.drift = drift;
        this.ticker = ticker;
        this.sortedAt = ticker.nanos() - OLDEST.toNanos();
    }

    /** Whether each pod was judged since this process began. */
    boolean isComplete() {
        return drift.isComplete();
    }

    /** Those that follow a place; from the beginning, and as they are now, if it is null. */
    Stream<Placed> after(@Nullable Place place) {
        return place == null
                ? sorted(Duration.ZERO).stream()
                : sorted(OLDEST).stream().dropWhile(each -> each.place().compareTo(place) <= 0);
    }

    private synchronized List<Placed> sorted(Duration oldest) {
        long now = drift.changes();
        if (now != changes && ticker.since(sortedAt).compareTo(oldest) >= 0) {
            changes = now;
            sortedAt = ticker.nanos();
            sorted = sort();
        }
        return sorted;
    }

    private List<Placed> sort() {
        Map<String, List<Violation>> byNamespace = drift.violations().stream()
                .sorted(Place.WORST_FIRST)
                .collect(groupingBy(each -> each.pod().namespace()));
        List<Placed> placed = new ArrayList<>();
        byNamespace.values().forEach(of -> {
            for (int turn = 0; turn < of.size(); turn++) {
                placed.add(new Placed(Place.of(turn, of.get(turn)), of.get(turn)));
            }
        });
        placed.sort(Comparator.comparing(Placed::place));
        return List.copyOf(placed);
    }
}
