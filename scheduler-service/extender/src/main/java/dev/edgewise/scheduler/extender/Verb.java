package dev.edgewise.scheduler.extender;

import java.util.Locale;

/** The verbs that a kube-scheduler may request. */
enum Verb {
    FILTER,
    PRIORITIZE,
    PREEMPT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
