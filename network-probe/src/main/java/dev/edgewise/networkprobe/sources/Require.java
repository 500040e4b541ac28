package dev.edgewise.networkprobe.sources;

/** Checks of settings; a failed one ends the start with a message that names the setting, its value and what is allowed. */
public final class Require {
    private Require() {}

    /** @throws IllegalArgumentException if it does not hold */
    public static void that(boolean holds, String property, Object value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(property + " is " + value + ": it must be " + allowed);
        }
    }
}
