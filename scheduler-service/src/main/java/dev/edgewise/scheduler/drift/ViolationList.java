package dev.edgewise.scheduler.drift;

import static java.util.stream.Collectors.groupingBy;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The violations in order: sorted for the first page of a list, and not for each that follows. Whoever reads on reads the same list, or would miss what has changed its
 * place. Thread-safe.
 */
final class ViolationList {
    private static final int MOST_KEPT = 4;
    /** Pages that follow come that soon. */
    private static final Duration KEPT_FOR = Duration.ofSeconds(30);

    private final Drift drift;
    private final Ticker ticker;
    /** The newest first. */
    private final Deque<Listing> kept = new ArrayDeque<>();

    private long changes = -1;

    /**
     * A violation, its place in the list, and the list.
     *
     * @param listing unlike that of any other, of other replicas, too
     */
    record Placed(String listing, Place place, Violation violation) {
        /** For the page that follows. */
        String token() {
            return listing + Place.SEPARATOR + place;
        }
    }

    private record Listing(String name, long at, List<Placed> sorted) {}

    ViolationList(Drift drift, Ticker ticker) {
        this.drift = drift;
        this.ticker = ticker;
    }

    /** Whether each pod was judged since this process began. */
    boolean isComplete() {
        return drift.isComplete();
    }

    /**
     * Those that follow a page.
     *
     * @param token of its last one; null for the list as it is now
     */
    Stream<Placed> after(@Nullable String token) {
        if (token == null) {
            return current().sorted().stream();
        }
        int separator = token.indexOf(Place.SEPARATOR);
        Place place = Place.parse(token.substring(separator + 1));
        Listing listing = find(token.substring(0, Math.max(0, separator)));
        return listing.sorted().stream().dropWhile(each -> each.place().compareTo(place) <= 0);
    }

    /** The one of that name, or that of now if it is gone, or another replica's. */
    private synchronized Listing find(String name) {
        return kept.stream()
                .filter(each ->
                        each.name().equals(name) && ticker.since(each.at()).compareTo(KEPT_FOR) < 0)
                .findFirst()
                .orElseGet(this::current);
    }

    private synchronized Listing current() {
        long now = drift.changes();
        if (now != changes || kept.isEmpty()) {
            changes = now;
            while (kept.size() >= MOST_KEPT) {
                kept.removeLast();
            }
            String name = Long.toString(ticker.nanos(), Character.MAX_RADIX) + "." + now;
            kept.addFirst(new Listing(name, ticker.nanos(), sort(name)));
        }
        return kept.getFirst();
    }

    private List<Placed> sort(String name) {
        Map<String, List<Violation>> byNamespace = drift.violations().stream()
                .sorted(Place.WORST_FIRST)
                .collect(groupingBy(each -> each.pod().namespace()));
        List<Placed> placed = new ArrayList<>();
        byNamespace.values().forEach(of -> {
            for (int turn = 0; turn < of.size(); turn++) {
                placed.add(new Placed(name, Place.of(turn, of.get(turn)), of.get(turn)));
            }
        });
        placed.sort(Comparator.comparing(Placed::place));
        return List.copyOf(placed);
    }
}
