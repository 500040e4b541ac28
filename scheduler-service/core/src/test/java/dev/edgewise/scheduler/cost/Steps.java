package dev.edgewise.scheduler.cost;

/**
 * The number of steps that counted code has taken: the code that {@link CountingLoader} loads adds one at the beginning
 * of each method and each time it repeats a loop. No machine, compiler or garbage collector changes it.
 */
public final class Steps {
    /** The count, written by the counted code; on one thread. */
    @SuppressWarnings("PublicField")
    public static long count;

    private Steps() {}
}
