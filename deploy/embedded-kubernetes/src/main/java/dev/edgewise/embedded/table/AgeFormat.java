package dev.edgewise.embedded.table;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Ages in at most two units, such as {@code 5m10s}. Source: k8s.io/apimachinery/pkg/util/duration, HumanDuration. */
final class AgeFormat {
    private static final int DAYS_OF_YEAR = 365;

    private AgeFormat() {}

    /** The time since an RFC 3339 date; {@code <unknown>} if it is absent. */
    static String since(String time, Instant now) {
        try {
            return time.isEmpty() ? "<unknown>" : of(Duration.between(Instant.parse(time), now));
        } catch (DateTimeParseException e) {
            return "<invalid>";
        }
    }

    static String of(Duration age) {
        long seconds = age.toSeconds();
        long minutes = seconds / 60;
        long hours = minutes / 60;
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 120) {
            return Math.max(0, seconds) + "s";
        }
        if (minutes < 180) {
            return minutes + "m" + (minutes < 10 ? rest(seconds % 60, "s") : "");
        }
        if (hours < 48) {
            return hours + "h" + (hours < 8 ? rest(minutes % 60, "m") : "");
        }
        return ofDays(hours / 24, hours % 24);
    }

    private static String ofDays(long days, long hours) {
        long years = days / DAYS_OF_YEAR;
        if (years < 2) {
            return days + "d" + (days < 8 ? rest(hours, "h") : "");
        }
        return years + "y" + (years < 8 ? rest(days % DAYS_OF_YEAR, "d") : "");
    }

    private static String rest(long value, String unit) {
        return value == 0 ? "" : value + unit;
    }
}
