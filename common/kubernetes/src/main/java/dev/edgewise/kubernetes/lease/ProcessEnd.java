package dev.edgewise.kubernetes.lease;

/** Ends the process immediately if it cannot guarantee that it writes nothing more. */
public final class ProcessEnd {
    /** Distinct from 1 (error) and from exit codes of signals, above 128. */
    private static final int CANNOT_STEP_DOWN = 3;

    private ProcessEnd() {}

    /** Another replica may already decide: does not drain or wait for shutdown hooks. */
    public static void cannotStepDown() {
        Runtime.getRuntime().halt(CANNOT_STEP_DOWN);
    }
}
