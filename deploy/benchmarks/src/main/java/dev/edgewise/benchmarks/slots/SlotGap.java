package dev.edgewise.benchmarks.slots;

/**
 * The time in which a slot was idle while work waited for it, in seconds of one clock.
 *
 * @param begin when all pods had ended that the next job had to wait for
 * @param gone when they were gone
 * @param created when the next pod was made
 * @param end when it was bound
 */
record SlotGap(double begin, double gone, double created, double end) {
    double seconds() {
        return end - begin;
    }

    double untilGone() {
        return gone - begin;
    }

    double untilCreated() {
        return created - gone;
    }

    double untilBound() {
        return end - created;
    }
}
