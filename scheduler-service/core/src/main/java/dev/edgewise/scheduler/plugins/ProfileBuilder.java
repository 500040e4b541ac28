package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.NodeSampling;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.framework.Score;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Builds further profiles: like one of the given ones, with or without changes, or out of the filters and scores that
 * those consist of, by their names.
 */
public final class ProfileBuilder {
    /** Sums of so weighted scores stay finite. */
    private static final int HEAVIEST = 1_000_000;

    private final Map<String, Filter> filters = new TreeMap<>();
    private final Map<String, Score> scores = new TreeMap<>();
    private final Map<String, Profile> profiles = new TreeMap<>();

    /**
     * The parts of a profile.
     *
     * @param like the profile that gives what is not said here; empty for none
     * @param without names of filters and scores of {@code like} that are left out, before the following add to what is
     *     left; without {@code filters} one filter must be left
     * @param filters in this order; with {@code like} none means the other's
     * @param scores weights, above 0, at most 1,000,000; with {@code like} they change and add to the other's, and 0
     *     leaves a score out
     * @param maxFeasibleNodes how many feasible nodes are enough, 1 or more; null for the other's, or 100
     */
    public record Parts(
            String like,
            List<String> without,
            List<String> filters,
            Map<String, Double> scores,
            @Nullable Integer maxFeasibleNodes) {}

    public ProfileBuilder(Collection<Profile> parts) {
        for (Profile profile : parts) {
            profiles.put(profile.name(), profile);
            profile.filters().forEach(filter -> filters.putIfAbsent(filter.name(), filter));
            profile.scores()
                    .forEach(weighted -> scores.putIfAbsent(weighted.score().name(), weighted.score()));
        }
    }

    /**
     * A profile of that name.
     *
     * @throws IllegalArgumentException if a part is unknown, a number out of range or no filter left; the message names
     *     the field, its value and what is allowed
     */
    public Profile build(String name, Parts parts) {
        NodeSampling sampling = parts.maxFeasibleNodes() == null
                ? NodeSampling.atMost(BuiltInProfiles.ENOUGH)
                : sampling(name, parts.maxFeasibleNodes());
        if (parts.like().isEmpty()) {
            if (!parts.without().isEmpty()) {
                throw new IllegalArgumentException("profile " + name + ": without is "
                        + String.join(", ", parts.without())
                        + ": it must be empty in a profile without like, which has only what it names");
            }
            return new Profile(name, filters(name, parts), weights(name, parts.scores()), sampling);
        }
        Profile whole = known("like", parts.like(), profiles, name);
        Profile other = without(whole, parts.without(), name);
        return new Profile(
                name,
                parts.filters().isEmpty() ? leftFilters(name, parts, whole, other) : filters(name, parts),
                weights(name, changed(other, parts.scores())),
                parts.maxFeasibleNodes() == null ? other.sampling() : sampling);
    }

    private List<Filter> filters(String profile, Parts parts) {
        List<Filter> chosen = new ArrayList<>();
        parts.filters().forEach(filter -> chosen.add(known("filter", filter, filters, profile)));
        return chosen;
    }

    /**
     * Returns the filters that are left, one at least: pods of a profile without filters would go to nodes without
     * room.
     */
    private static List<Filter> leftFilters(String profile, Parts parts, Profile whole, Profile left) {
        if (left.filters().isEmpty() && !whole.filters().isEmpty()) {
            throw new IllegalArgumentException("profile " + profile + ": without is "
                    + String.join(", ", parts.without())
                    + ": it must leave a filter of " + whole.name() + ", unless filters names some");
        }
        return left.filters();
    }

    /** Returns the profile without its filters and scores of these names. */
    private static Profile without(Profile other, List<String> leftOut, String profile) {
        Map<String, String> names = new TreeMap<>();
        other.filters().forEach(filter -> names.put(filter.name(), filter.name()));
        other.scores()
                .forEach(weighted ->
                        names.put(weighted.score().name(), weighted.score().name()));
        leftOut.forEach(each -> known("without", each, names, profile));
        return new Profile(
                other.name(),
                other.filters().stream()
                        .filter(filter -> !leftOut.contains(filter.name()))
                        .toList(),
                other.scores().stream()
                        .filter(weighted -> !leftOut.contains(weighted.score().name()))
                        .toList(),
                other.sampling());
    }

    private static Map<String, Double> changed(Profile other, Map<String, Double> changes) {
        Map<String, Double> weights = new LinkedHashMap<>();
        other.scores().forEach(weighted -> weights.put(weighted.score().name(), weighted.weight()));
        weights.putAll(changes);
        weights.values().removeIf(weight -> Objects.equals(weight, 0.0));
        return weights;
    }

    private List<Profile.Weighted> weights(String profile, Map<String, Double> weights) {
        List<Profile.Weighted> all = new ArrayList<>();
        weights.forEach((score, weight) -> all.add(weighted(profile, score, weight)));
        return all;
    }

    private Profile.Weighted weighted(String profile, String score, double weight) {
        Score known = known("score", score, scores, profile);
        if (!(weight > 0 && weight <= HEAVIEST)) {
            throw new IllegalArgumentException("profile " + profile + ": weight of score " + score + " is " + weight
                    + ": it must be above 0, at most " + HEAVIEST + ", or with like 0 to leave it out");
        }
        return new Profile.Weighted(known, weight);
    }

    private static NodeSampling sampling(String profile, int enough) {
        if (enough < 1) {
            throw new IllegalArgumentException(
                    "profile " + profile + ": max-feasible-nodes is " + enough + ": it must be 1 or more nodes");
        }
        return NodeSampling.atMost(enough);
    }

    private static <T> T known(String kind, String name, Map<String, T> all, String profile) {
        @Nullable T part = all.get(name);
        if (part == null) {
            throw new IllegalArgumentException("profile " + profile + ": " + kind + " " + name
                    + " is unknown: it must be one of " + String.join(", ", all.keySet()));
        }
        return part;
    }
}
