package dev.edgewise.sandbox.evaluate.rewards;

/** The types of pods. Rates are of a cluster of 50 nodes, and grow with it. */
enum SimulatedPodType {
    SHORT_JOB("jobs.short", 120, 20),
    JOB("jobs.middle", 90, 60),
    LONG_JOB("jobs.long", 30, 180),
    SERVICE("web.shop", 6, 1_200),
    OTHER_SERVICE("web.search", 4, 2_400),
    /** Fails everywhere. */
    BROKEN("tenant.broken", 20, 10);

    private final String type;
    private final double perMinute;
    private final double seconds;

    SimulatedPodType(String type, double perMinute, double seconds) {
        this.type = type;
        this.perMinute = perMinute;
        this.seconds = seconds;
    }

    String type() {
        return type;
    }

    /** Arrivals in a minute. */
    double perMinute() {
        return perMinute;
    }

    /** Mean duration of a pod, or its life until the next rollout, in s. */
    double seconds() {
        return seconds;
    }

    boolean isJob() {
        return ordinal() <= LONG_JOB.ordinal();
    }
}
