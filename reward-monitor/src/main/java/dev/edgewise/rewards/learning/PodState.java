package dev.edgewise.rewards.learning;

/** What is kept of a pod that exists. */
final class PodState {
    final long print;
    /** {@code namespace/name}. */
    final String name;

    final Cell cell;
    /** When each container's run began, in ms since the epoch; 0: it does not run, or is an init container. */
    long[] runs = {};
    /** Of its healthy time, what one container has. */
    double share = 1;
    /** When it was bound, in ms since the epoch; 0 once a container ran, or if unknown. */
    long waitsSince;

    PodState(long print, String name, Cell cell) {
        this.print = print;
        this.name = name;
        this.cell = cell;
    }

    /** Whether a container's run is newer than what is known. */
    boolean begin(int container, long started) {
        if (started <= runs[container]) {
            return false;
        }
        runs[container] = started;
        return true;
    }

    /** When the latest run began; 0 if none runs. */
    long latestRun() {
        long latest = 0;
        for (long run : runs) {
            latest = Math.max(latest, run);
        }
        return latest;
    }
}
