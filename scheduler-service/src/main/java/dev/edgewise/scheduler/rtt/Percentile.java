package dev.edgewise.scheduler.rtt;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which quantile of the measured round-trip times a need is judged by. */
public enum Percentile {
    P50,
    P95,
    P99;

    /** The percentile of that name, {@code p50} or {@code P50}; null if there is none. */
    public static @Nullable Percentile find(String name) {
        for (Percentile percentile : values()) {
            if (percentile.name().equals(name.toUpperCase(Locale.ROOT))) {
                return percentile;
            }
        }
        return null;
    }
}
