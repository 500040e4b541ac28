package dev.edgewise.benchmarks.throughput;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Schedulers that bind the pods. */
enum ComparedScheduler {
    /** Our scheduler-service as binder, profile {@code edgewise}. */
    EDGEWISE("edgewise"),
    /** The stock kube-scheduler. */
    STOCK("stock-kube-scheduler"),
    /** Only binding and announcing. */
    BARE_LOOP("bare-loop"),
    /** Our scheduler-service beside a testbed, whose slots it holds. */
    EDGEWISE_WITH_SLOTS("edgewise");

    private final String scheduler;

    ComparedScheduler(String scheduler) {
        this.scheduler = scheduler;
    }

    /** {@code spec.schedulerName} of its pods. */
    String scheduler() {
        return scheduler;
    }

    /** @throws IllegalArgumentException with the names there are */
    static ComparedScheduler named(String name) {
        return Arrays.stream(values())
                .filter(contestant -> contestant.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no contestant '" + name + "', but " + all()));
    }

    static String all() {
        return Arrays.stream(values()).map(ComparedScheduler::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
