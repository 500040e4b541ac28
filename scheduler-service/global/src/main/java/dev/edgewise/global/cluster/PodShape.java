package dev.edgewise.global.cluster;

/**
 * Pods of one kind that a request needs at once.
 *
 * @param count how many
 * @param milliCpu requested by each, in thousandths
 * @param bytes memory requested by each
 * @param gpus {@code nvidia.com/gpu} requested by each
 */
public record PodShape(int count, long milliCpu, long bytes, int gpus) {
    /** The name of GPUs among the resources of nodes and containers. */
    public static final String GPU = "nvidia.com/gpu";

    /** Returns another number of pods of this size. */
    public PodShape of(int number) {
        return new PodShape(number, milliCpu, bytes, gpus);
    }
}
