package dev.edgewise.common;

import java.net.URI;
import java.time.Duration;
import java.util.Objects;

/**
 * Checks of settings, and of the values of signals. The message of a failed one names the setting or field, its value
 * and what is allowed; that of a setting ends the start.
 */
public final class Require {
    private static final int LARGEST_PORT = 65_535;

    private Require() {}

    public static void that(boolean holds, String property, Object value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(property + " is " + value + ": it must be " + allowed);
        }
    }

    public static void positive(String property, Duration value) {
        that(value.compareTo(Duration.ZERO) > 0, property, value, "above 0, such as 1s");
    }

    public static void within(String property, Duration value, Duration lowest, Duration highest) {
        boolean isWithin = value.compareTo(lowest) >= 0 && value.compareTo(highest) <= 0;
        that(isWithin, property, value, "in " + text(lowest) + ".." + text(highest));
    }

    /** @param least what {@code lowest} follows from, such as another setting; for people */
    public static void within(String property, Duration value, String least, Duration lowest, Duration highest) {
        boolean isWithin = value.compareTo(lowest) >= 0 && value.compareTo(highest) <= 0;
        that(isWithin, property, value, "at least " + least + ", " + lowest + ", and at most " + text(highest));
    }

    public static void within(String property, int value, int lowest, int highest) {
        that(value >= lowest && value <= highest, property, value, "from " + lowest + " to " + highest);
    }

    /**
     * Requires a URL of http or https with a host. User and password are refused, and not shown: no client sends them.
     *
     * @param example of such a URL, for people
     */
    public static void httpUrl(String property, URI value, String example) {
        String authority = Objects.requireNonNullElse(value.getRawAuthority(), "");
        String shown = value.getScheme() + "://***@" + authority.substring(authority.lastIndexOf('@') + 1);
        that(authority.indexOf('@') < 0, property, shown, "without user and password, which are not sent");
        boolean http = "http".equals(value.getScheme()) || "https".equals(value.getScheme());
        that(http && value.getHost() != null, property, value, "an http or https URL, such as " + example);
        int port = value.getPort();
        that(port >= -1 && port != 0 && port <= LARGEST_PORT, property, value, "with a port from 1 to " + LARGEST_PORT);
    }

    /** Formats a bound in the notation of settings; bounds are short and whole. */
    private static String text(Duration bound) {
        if (bound.isZero()) {
            return "0s";
        }
        if (bound.toMillisPart() > 0) {
            return bound.toMillis() + "ms";
        }
        if (bound.toSecondsPart() > 0) {
            return bound.toSeconds() + "s";
        }
        if (bound.toMinutesPart() > 0) {
            return bound.toMinutes() + "m";
        }
        return bound.toHoursPart() > 0 ? bound.toHours() + "h" : bound.toDays() + "d";
    }
}
