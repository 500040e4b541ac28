package dev.edgewise.networkprobe.sources;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Where round-trip times come from. */
public enum Source {
    /** Our agents measure. */
    AGENTS,
    /** A delay matrix in files. */
    STATIC,
    /** A Goldpinger that runs in the cluster. */
    GOLDPINGER;

    static final String PROPERTY = "edgewise.network-probe.sources";

    /**
     * The sources in use: those that the property names, one or several; without it, files.
     *
     * @throws IllegalArgumentException if it names something else; the message says what is allowed
     */
    public static Set<Source> inUse(Environment environment) {
        BindResult<List<String>> names = Binder.get(environment).bind(PROPERTY, Bindable.listOf(String.class));
        if (!names.isBound()) {
            return EnumSet.of(STATIC);
        }
        Set<Source> sources = EnumSet.noneOf(Source.class);
        names.get().forEach(name -> sources.add(parse(name)));
        if (sources.isEmpty()) {
            throw new IllegalArgumentException(PROPERTY + " is empty: it must name one or more of " + allowed());
        }
        return sources;
    }

    private static Source parse(String name) {
        return Arrays.stream(values())
                .filter(source -> source.name().equalsIgnoreCase(name.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        PROPERTY + " is \"" + name + "\": it must be one or more of " + allowed()));
    }

    private static String allowed() {
        return Arrays.stream(values())
                .map(source -> source.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }
}
