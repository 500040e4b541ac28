package dev.edgewise.benchmarks.slots;

/**
 * Times of a pod in a slot, in seconds of one clock, as one watch told them.
 *
 * @param slot uid of the testbed and position of the slot
 * @param created when it was made
 * @param bound when it was bound
 * @param ended when its container ended; not a number if it was deleted before
 * @param gone when it was gone; infinite while it is there
 */
record SlotPodTimes(
        String scheduling, String job, String slot, double created, double bound, double ended, double gone) {
    SlotPodTimes with(double newEnded, double newGone) {
        return new SlotPodTimes(scheduling, job, slot, created, bound, newEnded, newGone);
    }

    boolean hasEnded() {
        return !Double.isNaN(ended);
    }
}
