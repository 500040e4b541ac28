package dev.edgewise.global.remote;

import dev.edgewise.common.CallTimes;
import dev.edgewise.global.cluster.LocationClass;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.model.RequestNames;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The annotations of a member's Secret: where it is, what it costs, and who may use it.
 *
 * @param cost of one CPU for an hour; NaN if no annotation tells it
 * @param targets the namespaces of the management cluster that may use it, each with the namespaces that it may use there; {@code *} for all, each with that of its own name
 * @param delays milliseconds from this member to others, by name
 * @param scheduler the scheduler of pods that name none; empty for the member's default
 * @param services the services of Edgewise that may be asked, each with its namespace there
 * @param probeNode its name in the matrix of network-probe; empty for its own
 * @param megabits rate of the link to others, in Mbit/s
 * @param speed of its CPUs, 1 for the usual one
 */
record MemberSettings(
        LocationClass location,
        double cost,
        Map<String, Set<String>> targets,
        Map<String, Double> delays,
        Map<String, String> labels,
        String scheduler,
        Map<String, String> services,
        String probeNode,
        double megabits,
        double speed) {
    static final MemberSettings DEFAULT =
            new MemberSettings(LocationClass.CLOUD, Double.NaN, Map.of(), Map.of(), Map.of());

    private static final Set<String> SERVICES =
            Set.of(MemberServices.SCHEDULER_SERVICE, MemberServices.NETWORK_PROBE, MemberServices.ENERGY_ADAPTER);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,251}[A-Za-z0-9])?");
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    /** Makes the settings of a member that has none of Edgewise's services. */
    MemberSettings(
            LocationClass location,
            double cost,
            Map<String, Set<String>> targets,
            Map<String, Double> delays,
            Map<String, String> labels) {
        this(location, cost, targets, delays, labels, "", Map.of(), "", CallTimes.LAN_MEGABITS, 1);
    }

    MemberSettings {
        services = Map.copyOf(services);
        targets = Map.copyOf(targets);
        delays = Map.copyOf(delays);
        labels = Map.copyOf(labels);
    }

    /** @throws MemberProblemException if an annotation cannot be read */
    static MemberSettings read(@Nullable Map<String, String> annotations, @Nullable Map<String, String> labels) {
        Map<String, String> notes = Objects.requireNonNullElse(annotations, Map.of());
        Map<String, String> others = new HashMap<>(Objects.requireNonNullElse(labels, Map.of()));
        others.remove(RequestNames.CLUSTER_LABEL);
        return new MemberSettings(
                location(notes.getOrDefault(RequestNames.LOCATION_ANNOTATION, "cloud")),
                cost(notes.get(RequestNames.COST_ANNOTATION)),
                targets(notes.getOrDefault(RequestNames.NAMESPACES_ANNOTATION, "")),
                delays(notes.getOrDefault(RequestNames.DELAYS_ANNOTATION, "")),
                others,
                name(RequestNames.SCHEDULER_ANNOTATION, notes),
                services(notes.getOrDefault(RequestNames.SERVICES_ANNOTATION, "")),
                name(RequestNames.PROBE_NODE_ANNOTATION, notes),
                positive(notes, RequestNames.BANDWIDTH_ANNOTATION, DEFAULT.megabits()),
                positive(notes, RequestNames.SPEED_ANNOTATION, DEFAULT.speed()));
    }

    private static double positive(Map<String, String> notes, String annotation, double otherwise) {
        String text = notes.get(annotation);
        double number = text == null ? otherwise : number(annotation, text);
        if (number > 0) {
            return number;
        }
        throw new MemberProblemException(
                "metadata.annotations[" + annotation + "]", String.valueOf(text), "a number above 0");
    }

    private static double cost(@Nullable String text) {
        return text == null ? Double.NaN : number(RequestNames.COST_ANNOTATION, text);
    }

    private static String name(String annotation, Map<String, String> notes) {
        String name = notes.getOrDefault(annotation, "").strip();
        if (!name.isEmpty() && !NAME.matcher(name).matches()) {
            throw new MemberProblemException(
                    "metadata.annotations[" + annotation + "]", name, "a name of letters, digits, '-', '_' and '.'");
        }
        return name;
    }

    private static Map<String, String> services(String text) {
        Map<String, String> services = new HashMap<>();
        for (String entry : text.split(",")) {
            String[] pair = entry.strip().split("/", 2);
            if (pair.length == 1 && pair[0].isEmpty()) {
                continue;
            }
            if (pair.length < 2 || !NAMESPACE.matcher(pair[0]).matches() || !SERVICES.contains(pair[1])) {
                throw new MemberProblemException(
                        "metadata.annotations[" + RequestNames.SERVICES_ANNOTATION + "]",
                        entry.strip(),
                        "a namespace, '/', and one of " + String.join(", ", new TreeSet<>(SERVICES)));
            }
            services.put(pair[1], pair[0]);
        }
        return services;
    }

    private static LocationClass location(String text) {
        for (LocationClass location : LocationClass.values()) {
            if (location.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(text)) {
                return location;
            }
        }
        throw new MemberProblemException(
                "metadata.annotations[" + RequestNames.LOCATION_ANNOTATION + "]", text, "edge, near-edge or cloud");
    }

    private static double number(String annotation, String text) {
        try {
            double number = Double.parseDouble(text);
            if (number >= 0 && Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException none) {
            // It is reported below.
        }
        throw new MemberProblemException("metadata.annotations[" + annotation + "]", text, "a number of 0 or more");
    }

    private static Map<String, Set<String>> targets(String text) {
        Map<String, Set<String>> targets = new LinkedHashMap<>();
        for (String entry : text.split(",")) {
            String[] names = entry.trim().split("=", 2);
            if (names[0].trim().equals(Member.ANY_NAMESPACE) && names.length > 1) {
                throw new MemberProblemException(
                        "metadata.annotations[" + RequestNames.NAMESPACES_ANNOTATION + "]",
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
                delays.put(pair[0].trim(), number(RequestNames.DELAYS_ANNOTATION, pair.length > 1 ? pair[1] : ""));
            }
        }
        return delays;
    }

    /** Says why requests of a namespace may not use a namespace of the member; null if they may. */
    @Nullable
    String refusal(String namespace, String target) {
        Set<String> allowed = new TreeSet<>(targets.getOrDefault(namespace, Set.of()));
        if (targets.containsKey(Member.ANY_NAMESPACE)) {
            allowed.add(namespace);
        }
        if (allowed.isEmpty()) {
            return "namespace " + namespace + " may not use this cluster: the annotation "
                    + RequestNames.NAMESPACES_ANNOTATION + " of its Secret must name " + namespace + ", or be *";
        }
        return allowed.contains(target)
                ? null
                : "spec.targetNamespace is " + target + ": it must be one of " + String.join(", ", allowed);
    }
}
