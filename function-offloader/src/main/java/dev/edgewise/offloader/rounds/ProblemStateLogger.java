package dev.edgewise.offloader.rounds;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a trouble, and logs when it changes and when it is over. One thread sets it, many read it. */
final class ProblemStateLogger {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemStateLogger.class);

    private final String sentence;
    private final String over;
    private volatile @Nullable String now;

    /**
     * Nothing yet.
     *
     * @param sentence what is wrong; the reason follows
     * @param over what is said at its end
     */
    ProblemStateLogger(String sentence, String over) {
        this.sentence = sentence;
        this.over = over;
    }

    void is(String why) {
        if (!why.equals(now)) {
            LOG.warn("{}; cause={}", sentence, why);
        }
        now = why;
    }

    void isOver() {
        if (now != null) {
            LOG.info(over);
        }
        now = null;
    }

    /** Another replica leads: nothing is wrong here, and nothing is over. */
    void forget() {
        now = null;
    }

    Optional<String> now() {
        return Optional.ofNullable(now);
    }
}
