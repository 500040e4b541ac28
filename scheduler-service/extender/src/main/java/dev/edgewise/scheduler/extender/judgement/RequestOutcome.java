package dev.edgewise.scheduler.extender.judgement;

import java.util.Locale;

/** The outcome of a request. All but the first and the last got an answer that prefers no node. */
public enum RequestOutcome {
    JUDGED,
    /** The deadline passed. */
    LATE,
    /** The pod has a field that cannot be read, or more than is read. */
    UNREADABLE,
    /** An unexpected error of this service. */
    FAILED,
    /** The request was malformed, too large, too slow, or one too many: its answer is a problem. */
    REFUSED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
