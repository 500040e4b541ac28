package dev.edgewise.scheduler.recovery.web;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/** The beginning of a sorted list, without sorting all of it. */
final class SmallestElements {
    private SmallestElements() {}

    /** Returns the first elements in that order, or all if there are fewer. */
    static <T> List<T> of(int most, Stream<T> elements, Comparator<T> order) {
        PriorityQueue<T> largestFirst = new PriorityQueue<>(order.reversed());
        elements.forEach(each -> {
            if (largestFirst.size() < most) {
                largestFirst.add(each);
            } else if (order.compare(each, largestFirst.element()) < 0) {
                largestFirst.remove();
                largestFirst.add(each);
            }
        });
        return largestFirst.stream().sorted(order).toList();
    }
}
