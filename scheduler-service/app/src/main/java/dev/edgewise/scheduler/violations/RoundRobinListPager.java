package dev.edgewise.scheduler.violations;

import static java.util.stream.Collectors.groupingBy;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pods in order: sorted for the first page of a list, and not for each that follows. Further pages come from the same
 * list, as pods that have changed their place would be missed otherwise. Namespaces take turns. Thread-safe.
 */
final class RoundRobinListPager<T> {
    private static final int MOST_KEPT = 4;
    /** Pages that follow come that soon. */
    private static final Duration KEPT_FOR = Duration.ofSeconds(30);

    private final Supplier<? extends Collection<T>> elements;
    private final LongSupplier version;
    private final Function<T, ViolationListPosition> place;
    private final Ticker ticker;
    /** The newest first. */
    private final Deque<Listing<T>> kept = new ArrayDeque<>();

    private long listed = -1;

    /**
     * An element, its place in the list, and the list.
     *
     * @param listing unlike that of any other, of other replicas, too
     */
    record Placed<T>(String listing, ViolationListPosition place, T element) {
        /** Returns the token for the next page. */
        String token() {
            return listing + ViolationListPosition.SEPARATOR + place;
        }
    }

    private record Listing<T>(String name, long at, List<Placed<T>> sorted) {}

    /**
     * Lists these elements.
     *
     * @param version another number once they are to be listed again
     * @param place of an element if it were the first of its namespace
     */
    RoundRobinListPager(
            Supplier<? extends Collection<T>> elements,
            LongSupplier version,
            Function<T, ViolationListPosition> place,
            Ticker ticker) {
        this.elements = elements;
        this.version = version;
        this.place = place;
        this.ticker = ticker;
    }

    /**
     * Returns the elements that follow a page.
     *
     * @param token of its last one; null for the list as it is now
     */
    Stream<Placed<T>> after(@Nullable String token) {
        if (token == null) {
            return current().sorted().stream();
        }
        int separator = token.indexOf(ViolationListPosition.SEPARATOR);
        ViolationListPosition last = ViolationListPosition.parse(token.substring(separator + 1));
        Listing<T> listing = find(token.substring(0, Math.max(0, separator)));
        return listing.sorted().stream().dropWhile(each -> each.place().compareTo(last) <= 0);
    }

    /** The one of that name, or that of now if it is gone, or another replica's. */
    private synchronized Listing<T> find(String name) {
        return kept.stream()
                .filter(each -> each.name().equals(name) && !isOver(each))
                .findFirst()
                .orElseGet(this::current);
    }

    private boolean isOver(Listing<T> listing) {
        return ticker.since(listing.at()).compareTo(KEPT_FOR) >= 0;
    }

    /** How many lists are kept for those who read on. */
    synchronized int kept() {
        return kept.size();
    }

    private synchronized Listing<T> current() {
        long now = version.getAsLong();
        if (now != listed || kept.isEmpty()) {
            listed = now;
            // The oldest are the last.
            while (kept.size() >= MOST_KEPT || !kept.isEmpty() && isOver(kept.getLast())) {
                kept.removeLast();
            }
            String name = Long.toString(ticker.nanos(), Character.MAX_RADIX) + "." + now;
            kept.addFirst(new Listing<>(name, ticker.nanos(), sort(name)));
        }
        return kept.getFirst();
    }

    private List<Placed<T>> sort(String name) {
        Map<String, List<Placed<T>>> byNamespace = elements.get().stream()
                .map(each -> new Placed<>(name, place.apply(each), each))
                .sorted(Comparator.comparing(Placed::place))
                .collect(groupingBy(each -> each.place().namespace()));
        List<Placed<T>> placed = new ArrayList<>();
        byNamespace.values().forEach(of -> {
            for (int turn = 0; turn < of.size(); turn++) {
                Placed<T> each = of.get(turn);
                placed.add(new Placed<>(name, each.place().inTurn(turn), each.element()));
            }
        });
        placed.sort(Comparator.comparing(Placed::place));
        return List.copyOf(placed);
    }
}
