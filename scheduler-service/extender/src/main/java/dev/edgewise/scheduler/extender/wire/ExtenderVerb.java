package dev.edgewise.scheduler.extender.wire;

import java.util.Locale;

/** The verbs that a kube-scheduler may request. */
public enum ExtenderVerb {
    FILTER,
    PRIORITIZE,
    PREEMPT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
