package dev.edgewise.networkprobe.sources;

import dev.edgewise.common.Require;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sources of round-trip times. */
public enum RttSourceKind {
    /** Our agents measure. */
    AGENTS(true, 1, 0),
    /** A delay matrix in files. */
    STATIC(true, 1, 0),
    /** A Goldpinger that runs in the cluster, which counts whole milliseconds. */
    GOLDPINGER(true, 1_000, 0),
    /** Estimated from what agents measure. */
    ESTIMATE(false, 1, 0),
    /** Entered by an operator over REST. */
    MANUAL(false, 1, 1);

    private static final Map<String, RttSourceKind> BY_PUBLISHED =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(RttSourceKind::published, source -> source));

    private final String published = name().toLowerCase(Locale.ROOT);
    private final boolean selectable;
    private final Duration resolution;
    private final int precedence;

    RttSourceKind(boolean selectable, int resolutionMicros, int precedence) {
        this.selectable = selectable;
        this.resolution = Duration.ofNanos(resolutionMicros * 1_000L);
        this.precedence = precedence;
    }

    /** The name that its values are published with. */
    public String published() {
        return published;
    }

    public Duration resolution() {
        return resolution;
    }

    /** Precedence among sources with a value of the same pair: the highest wins. */
    public int precedence() {
        return precedence;
    }

    /** The source of that name; empty if this version does not know it. */
    public static Optional<RttSourceKind> ofPublished(String name) {
        return Optional.ofNullable(BY_PUBLISHED.get(name));
    }

    /** @throws IllegalArgumentException if there is none of that name to choose; the message says what is allowed */
    static RttSourceKind parse(String name) {
        Optional<RttSourceKind> chosen = selectable()
                .filter(source -> source.name().equalsIgnoreCase(name.strip()))
                .findFirst();
        Require.that(chosen.isPresent(), SourcesProperties.PROPERTY, '"' + name + '"', "one or more of " + allowed());
        return chosen.orElseThrow();
    }

    static String allowed() {
        return selectable().map(RttSourceKind::published).collect(Collectors.joining(", "));
    }

    private static Stream<RttSourceKind> selectable() {
        return Arrays.stream(values()).filter(source -> source.selectable);
    }
}
