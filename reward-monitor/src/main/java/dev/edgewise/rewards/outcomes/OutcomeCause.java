package dev.edgewise.rewards.outcomes;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The cause of an outcome. Ledgers store the order: new causes are added at the end. */
public enum OutcomeCause {
    /** A container ended with an exit code other than 0. */
    CRASH(0),
    /** A container was killed because its memory ran out. */
    OOM_KILLED(0),
    /** The kubelet waits before it starts a container again, as that crashed several times. */
    CRASH_LOOP(0),
    /** The kubelet evicted the pod as its node ran out of something. */
    EVICTED(0),
    /** The kubelet did not admit the pod, such as {@code OutOfcpu}. */
    REJECTED(0),
    /** An image could not be pulled. */
    IMAGE_PULL(0),
    /** A volume could not be mounted, or a claim was not bound. */
    VOLUME(0),
    /** The pod could not be bound to its node, or not in time. */
    BINDING(0),
    /** A probe failed several times. */
    PROBE(0.3),
    /** No container ran for a long time after the pod was bound. */
    STUCK(0),
    /** The node was lost with the pod on it. */
    NODE_LOST(0),
    /** A Job took far longer than on other nodes. */
    SLOW_JOB(0.3),
    /** A Job's pod completed. */
    COMPLETED(1),
    /** A container ran without failure; counts by its time. */
    HEALTHY(1),
    /** An application reported the value itself. */
    PUSHED(1),
    /** A query gave the value itself. */
    QUERY(1);

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');
    private final double reward;

    OutcomeCause(double reward) {
        this.reward = reward;
    }

    /** The value of an outcome unless settings change it, 0..1; outcomes with a value of their own have that. */
    public double reward() {
        return reward;
    }

    /** Returns whether settings may change its value: not if outcomes have a value or a time of their own. */
    public boolean isConfigurable() {
        return ordinal() <= SLOW_JOB.ordinal();
    }

    /**
     * Reads what {@link #toString} wrote, such as {@code oom-killed}.
     *
     * @throws IllegalArgumentException if it is no cause; the message names the text and what is allowed
     */
    public static OutcomeCause parse(String text) {
        return Arrays.stream(values())
                .filter(cause -> cause.text.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("cause is \"" + text + "\": it must be one of "
                        + Arrays.stream(values()).map(OutcomeCause::toString).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return text;
    }
}
