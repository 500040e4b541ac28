package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Resources;

/**
 * The free capacity of a node, and its capacity when it is empty; or bounds of both for several nodes. Below zero where
 * a node is overcommitted.
 */
public sealed class FreeCapacity permits NodeState {
    /** A capacity above that of any node. */
    static final FreeCapacity UNBOUNDED = alike(Long.MAX_VALUE);
    /** A capacity below that of any node. */
    static final FreeCapacity NEGATIVE = alike(Long.MIN_VALUE);

    // A pod that fits nowhere asks every node for these: they are at hand here, not behind three references.
    private final long freePods;
    private final long freeMilliCpu;
    private final long freeMemory;
    private final long freeEphemeralStorage;
    private final long allMilliCpu;
    private final long allMemory;
    private final long allEphemeralStorage;

    /**
     * Creates the difference of the capacity and the requests.
     *
     * @param freePods how many more pods are taken
     */
    FreeCapacity(long freePods, Resources all, Resources requested) {
        this.freePods = freePods;
        this.freeMilliCpu = all.milliCpu() - requested.milliCpu();
        this.freeMemory = all.memory() - requested.memory();
        this.freeEphemeralStorage = all.ephemeralStorage() - requested.ephemeralStorage();
        this.allMilliCpu = all.milliCpu();
        this.allMemory = all.memory();
        this.allEphemeralStorage = all.ephemeralStorage();
    }

    private FreeCapacity(
            long freePods,
            long freeMilliCpu,
            long freeMemory,
            long freeEphemeralStorage,
            long allMilliCpu,
            long allMemory,
            long allEphemeralStorage) {
        this.freePods = freePods;
        this.freeMilliCpu = freeMilliCpu;
        this.freeMemory = freeMemory;
        this.freeEphemeralStorage = freeEphemeralStorage;
        this.allMilliCpu = allMilliCpu;
        this.allMemory = allMemory;
        this.allEphemeralStorage = allEphemeralStorage;
    }

    private static FreeCapacity alike(long amount) {
        return new FreeCapacity(amount, amount, amount, amount, amount, amount, amount);
    }

    /** Returns how many more pods are taken. */
    public final long freePods() {
        return freePods;
    }

    public final long freeMilliCpu() {
        return freeMilliCpu;
    }

    public final long freeMemory() {
        return freeMemory;
    }

    public final long freeEphemeralStorage() {
        return freeEphemeralStorage;
    }

    /** Returns the processor time of the node when it is empty, in thousandths of a core. */
    public final long allocatableMilliCpu() {
        return allMilliCpu;
    }

    /** Returns the memory of the node when it is empty, in bytes. */
    public final long allocatableMemory() {
        return allMemory;
    }

    /** Returns whether, emptied, there would be less of processor, memory or ephemeral storage than that. */
    public final boolean isSmallerThan(Resources request) {
        return request.milliCpu() > allMilliCpu
                || request.memory() > allMemory
                || request.ephemeralStorage() > allEphemeralStorage;
    }

    /** Returns the smaller amounts of both. */
    final FreeCapacity min(FreeCapacity other) {
        if (isAtMost(other)) {
            return this;
        }
        return new FreeCapacity(
                Math.min(freePods, other.freePods),
                Math.min(freeMilliCpu, other.freeMilliCpu),
                Math.min(freeMemory, other.freeMemory),
                Math.min(freeEphemeralStorage, other.freeEphemeralStorage),
                Math.min(allMilliCpu, other.allMilliCpu),
                Math.min(allMemory, other.allMemory),
                Math.min(allEphemeralStorage, other.allEphemeralStorage));
    }

    /** Returns the larger amounts of both. */
    final FreeCapacity max(FreeCapacity other) {
        if (other.isAtMost(this)) {
            return this;
        }
        return new FreeCapacity(
                Math.max(freePods, other.freePods),
                Math.max(freeMilliCpu, other.freeMilliCpu),
                Math.max(freeMemory, other.freeMemory),
                Math.max(freeEphemeralStorage, other.freeEphemeralStorage),
                Math.max(allMilliCpu, other.allMilliCpu),
                Math.max(allMemory, other.allMemory),
                Math.max(allEphemeralStorage, other.allEphemeralStorage));
    }

    private boolean isAtMost(FreeCapacity other) {
        return freePods <= other.freePods
                && freeMilliCpu <= other.freeMilliCpu
                && freeMemory <= other.freeMemory
                && freeEphemeralStorage <= other.freeEphemeralStorage
                && allMilliCpu <= other.allMilliCpu
                && allMemory <= other.allMemory
                && allEphemeralStorage <= other.allEphemeralStorage;
    }
}
