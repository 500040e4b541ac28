package dev.edgewise.kubernetes.lease;

/** Ends the process immediately if it cannot guarantee that it writes nothing more. */
public final class ProcessTerminator {
    /** Distinct from 1 (error) and from exit codes of signals, above 128. */
    private static final int CANNOT_STEP_DOWN = 3;

    private ProcessTerminator() {}

    /** Ends the process at once, without draining or shutdown hooks: another replica may already decide. */
    public static void cannotStepDown() {
        Runtime.getRuntime().halt(CANNOT_STEP_DOWN);
    }
}
