package dev.edgewise.scheduler.extender;

import java.util.Locale;

/** What became of a question. All but the first got an answer that favours no node. */
enum Outcome {
    JUDGED,
    /** The deadline passed. */
    LATE,
    /** The pod has a field that cannot be read, or more than is read. */
    UNREADABLE,
    /** A mistake of ours. */
    FAILED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
