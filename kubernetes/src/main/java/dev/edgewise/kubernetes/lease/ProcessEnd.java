package dev.edgewise.kubernetes.lease;

/** Ends the process at once, where it cannot be sure that it writes no more. */
public final class ProcessEnd {
    /** As the usual signals end a process with more than 128, and a mistake with 1. */
    private static final int CANNOT_STEP_DOWN = 3;

    private ProcessEnd() {}

    /** Another may decide already: nothing is drained, no hook is waited for. */
    public static void cannotStepDown() {
        Runtime.getRuntime().halt(CANNOT_STEP_DOWN);
    }
}
