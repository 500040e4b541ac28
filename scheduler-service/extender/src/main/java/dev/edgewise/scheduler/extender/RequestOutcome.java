package dev.edgewise.scheduler.extender;

import java.util.Locale;

/** What became of a question. All but the first and the last got an answer that favours no node. */
enum RequestOutcome {
    JUDGED,
    /** The deadline passed. */
    LATE,
    /** The pod has a field that cannot be read, or more than is read. */
    UNREADABLE,
    /** A mistake of ours. */
    FAILED,
    /** It was no question, too large, too slow, or one too many: its answer is a problem. */
    REFUSED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
