package dev.edgewise.benchmarks.slots;

/**
 * Times of a pod in a slot, in seconds of one clock, as one watch told them.
 *
 * @param slot uid of the testbed and position of the slot
 * @param bound when it was bound
 * @param ended when its container ended; not a number if it was deleted before
 * @param gone when it was gone; infinite while it is there
 */
record SlotPodTimes(String scheduling, String job, String slot, double bound, double ended, double gone) {
    boolean hasEnded() {
        return !Double.isNaN(ended);
    }
}
