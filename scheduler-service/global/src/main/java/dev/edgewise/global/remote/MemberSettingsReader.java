package dev.edgewise.global.remote;

import dev.edgewise.global.cluster.LocationClass;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings of a member from the annotations of its Secret, each of its own: one that cannot be read keeps its
 * value, and is named in the problem of the settings.
 */
final class MemberSettingsReader {
    private static final Set<String> SERVICES = Set.of(
            MemberServiceClient.SCHEDULER_SERVICE,
            MemberServiceClient.NETWORK_PROBE,
            MemberServiceClient.ENERGY_ADAPTER);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,251}[A-Za-z0-9])?");
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    /** The ranges of figures: estimates of calls and spreads of bids stay finite with them. */
    private static final Range COST = new Range(0, 1e12);

    private static final Range DELAY_MILLIS = new Range(0, 3_600_000);
    private static final Range MEGABITS = new Range(0.001, 1e6);
    private static final Range SPEED = new Range(0.01, 100);

    private final Map<String, String> notes;
    private final List<String> problems = new ArrayList<>();

    private MemberSettingsReader(Map<String, String> notes) {
        this.notes = notes;
    }

    /** The smallest and the largest value of a figure. */
    private record Range(double least, double most) {
        private boolean contains(double number) {
            return number >= least && number <= most;
        }

        private String text() {
            return "a number from " + plain(least) + " to " + plain(most);
        }

        private static String plain(double number) {
            return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
        }
    }

    /** @param before the settings that the member had; the default ones if it had none */
    static MemberSettings read(
            @Nullable Map<String, String> annotations, @Nullable Map<String, String> labels, MemberSettings before) {
        Map<String, String> others = new HashMap<>(Objects.requireNonNullElse(labels, Map.of()));
        others.remove(GlobalRequestObjectNames.CLUSTER_LABEL);
        return new MemberSettingsReader(Objects.requireNonNullElse(annotations, Map.of())).settings(others, before);
    }

    private MemberSettings settings(Map<String, String> labels, MemberSettings before) {
        MemberSettings none = MemberSettings.DEFAULT;
        LocationClass location = value(
                GlobalRequestObjectNames.LOCATION_ANNOTATION,
                none.location(),
                before.location(),
                MemberSettingsReader::location);
        double cost = figure(GlobalRequestObjectNames.COST_ANNOTATION, none.cost(), before.cost(), COST);
        Map<String, Set<String>> targets = value(
                GlobalRequestObjectNames.NAMESPACES_ANNOTATION,
                none.targets(),
                before.targets(),
                MemberSettingsReader::targets);
        Map<String, Double> delays = value(
                GlobalRequestObjectNames.DELAYS_ANNOTATION,
                none.delays(),
                before.delays(),
                MemberSettingsReader::delays);
        String scheduler = name(GlobalRequestObjectNames.SCHEDULER_ANNOTATION, before.scheduler());
        Map<String, String> services = value(
                GlobalRequestObjectNames.SERVICES_ANNOTATION,
                none.services(),
                before.services(),
                MemberSettingsReader::services);
        String probeNode = name(GlobalRequestObjectNames.PROBE_NODE_ANNOTATION, before.probeNode());
        double megabits =
                figure(GlobalRequestObjectNames.BANDWIDTH_ANNOTATION, none.megabits(), before.megabits(), MEGABITS);
        double speed = figure(GlobalRequestObjectNames.SPEED_ANNOTATION, none.speed(), before.speed(), SPEED);
        return new MemberSettings(
                location,
                cost,
                targets,
                delays,
                labels,
                scheduler,
                services,
                probeNode,
                megabits,
                speed,
                String.join("; ", problems));
    }

    /** @param none the value without the annotation */
    private <T> T value(String annotation, T none, T before, Function<String, T> parser) {
        String text = notes.get(annotation);
        if (text == null) {
            return none;
        }
        try {
            return parser.apply(text);
        } catch (MemberProblemException unreadable) {
            problems.add(String.valueOf(unreadable.getMessage()));
            return before;
        }
    }

    private double figure(String annotation, double none, double before, Range range) {
        return value(annotation, none, before, text -> number(annotation, text, range));
    }

    private String name(String annotation, String before) {
        return value(annotation, "", before, text -> {
            String name = text.strip();
            if (!name.isEmpty() && !NAME.matcher(name).matches()) {
                throw problem(annotation, name, "a name of letters, digits, '-', '_' and '.'");
            }
            return name;
        });
    }

    private static double number(String annotation, String text, Range range) {
        try {
            double number = Double.parseDouble(text);
            if (range.contains(number)) {
                return number;
            }
        } catch (NumberFormatException none) {
            // It is reported below.
        }
        throw problem(annotation, text, range.text());
    }

    private static LocationClass location(String text) {
        for (LocationClass location : LocationClass.values()) {
            if (location.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(text)) {
                return location;
            }
        }
        throw problem(GlobalRequestObjectNames.LOCATION_ANNOTATION, text, "edge, near-edge or cloud");
    }

    private static Map<String, String> services(String text) {
        Map<String, String> services = new HashMap<>();
        for (String entry : text.split(",")) {
            String[] pair = entry.strip().split("/", 2);
            if (pair.length == 1 && pair[0].isEmpty()) {
                continue;
            }
            if (pair.length < 2 || !NAMESPACE.matcher(pair[0]).matches() || !SERVICES.contains(pair[1])) {
                throw problem(
                        GlobalRequestObjectNames.SERVICES_ANNOTATION,
                        entry.strip(),
                        "a namespace, '/', and one of " + String.join(", ", new TreeSet<>(SERVICES)));
            }
            services.put(pair[1], pair[0]);
        }
        return services;
    }

    private static Map<String, Set<String>> targets(String text) {
        Map<String, Set<String>> targets = new LinkedHashMap<>();
        for (String entry : text.split(",")) {
            String[] names = entry.trim().split("=", 2);
            if (names[0].trim().equals(Member.ANY_NAMESPACE) && names.length > 1) {
                throw problem(
                        GlobalRequestObjectNames.NAMESPACES_ANNOTATION,
                        entry.trim(),
                        "names, each with = and a namespace of the member where that has another name, or * alone");
            }
            if (!names[0].isEmpty()) {
                String target = names.length > 1 ? names[1].trim() : names[0];
                Set<String> all = new TreeSet<>(targets.getOrDefault(names[0].trim(), Set.of()));
                all.add(target);
                targets.put(names[0].trim(), all);
            }
        }
        return targets;
    }

    private static Map<String, Double> delays(String text) {
        Map<String, Double> delays = new HashMap<>();
        for (String entry : text.split(",")) {
            String[] pair = entry.trim().split("=", 2);
            if (!pair[0].isEmpty()) {
                String millis = pair.length > 1 ? pair[1] : "";
                delays.put(pair[0].trim(), number(GlobalRequestObjectNames.DELAYS_ANNOTATION, millis, DELAY_MILLIS));
            }
        }
        return delays;
    }

    private static MemberProblemException problem(String annotation, String value, String allowed) {
        return new MemberProblemException("metadata.annotations[" + annotation + "]", value, allowed);
    }
}
