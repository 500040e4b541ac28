package dev.edgewise.networkprobe.sources;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where round-trip times come from. */
public enum Source {
    /** Our agents measure. */
    AGENTS,
    /** A delay matrix in files. */
    STATIC,
    /** A Goldpinger that runs in the cluster. */
    GOLDPINGER;

    /** @throws IllegalArgumentException if there is none of that name; the message says what is allowed */
    static Source parse(String name) {
        return Arrays.stream(values())
                .filter(source -> source.name().equalsIgnoreCase(name.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        SourcesProperties.PROPERTY + " is \"" + name + "\": it must be one or more of " + allowed()));
    }

    static String allowed() {
        return Arrays.stream(values())
                .map(source -> source.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }
}
