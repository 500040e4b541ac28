package dev.edgewise.global.web;

import dev.edgewise.common.web.InvalidInputException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads how long a caller wants to wait for the end of its request: {@code Prefer: wait=N} (RFC 7240). */
final class PreferHeader {
    static final int LONGEST_SECONDS = 30;

    private static final Pattern WAIT = Pattern.compile("(?:^|[,;\\s])wait\\s*=\\s*\"?([^,;\"\\s]*)");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,2}");

    private PreferHeader() {}

    /**
     * Returns the time; zero if the header says nothing of it.
     *
     * @throws InvalidInputException if it is no number from 0 to {@value #LONGEST_SECONDS}
     */
    static Duration wait(@Nullable String prefer) {
        if (prefer == null) {
            return Duration.ZERO;
        }
        Matcher matcher = WAIT.matcher(prefer);
        if (!matcher.find()) {
            return Duration.ZERO;
        }
        String seconds = matcher.group(1);
        if (!SECONDS.matcher(seconds).matches() || Integer.parseInt(seconds) > LONGEST_SECONDS) {
            throw new InvalidInputException(
                    "Prefer: wait",
                    RequestFieldValidator.shown(seconds),
                    "a whole number from 0 to " + LONGEST_SECONDS);
        }
        return Duration.ofSeconds(Integer.parseInt(seconds));
    }
}
