package dev.edgewise.scheduler.slots.state;

import java.util.List;

/**
 * A run of a job that has slots.
 *
 * @param epoch number of the run
 * @param job name of the BatchJob
 * @param positions its slots
 * @param stopping whether it has ended or is to end: its pods stay until they are gone, and no pod joins them
 */
public record SlotRun(long epoch, String job, List<Integer> positions, boolean stopping) {
    public SlotRun {
        positions = positions.stream().sorted().toList();
    }
}
