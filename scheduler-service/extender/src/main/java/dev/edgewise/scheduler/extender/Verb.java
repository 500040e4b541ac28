package dev.edgewise.scheduler.extender;

import java.util.Locale;

/** What a kube-scheduler may ask. */
enum Verb {
    FILTER,
    PRIORITIZE,
    PREEMPT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
