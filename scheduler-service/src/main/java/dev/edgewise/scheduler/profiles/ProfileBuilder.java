package dev.edgewise.scheduler.profiles;

import dev.edgewise.scheduler.pipeline.Filter;
import dev.edgewise.scheduler.pipeline.Profile;
import dev.edgewise.scheduler.pipeline.Sampling;
import dev.edgewise.scheduler.pipeline.Score;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Builds further profiles out of the filters and scores that the given ones consist of, by their names. */
public final class ProfileBuilder {
    private final Map<String, Filter> filters = new TreeMap<>();
    private final Map<String, Score> scores = new TreeMap<>();

    public ProfileBuilder(Collection<Profile> parts) {
        for (Profile profile : parts) {
            profile.filters().forEach(filter -> filters.putIfAbsent(filter.name(), filter));
            profile.scores()
                    .forEach(weighted -> scores.putIfAbsent(weighted.score().name(), weighted.score()));
        }
    }

    /**
     * A profile of these filters, in this order, and scores with these weights.
     *
     * @param enough how many feasible nodes are enough, 1 or more
     * @throws IllegalArgumentException if a filter or score is unknown, a weight is not above 0, or {@code enough} is not
     *     above 0; the message names it and what is allowed
     */
    public Profile build(String name, List<String> filterNames, Map<String, Double> weights, int enough) {
        if (enough < 1) {
            throw new IllegalArgumentException(
                    "profile " + name + ": enough is " + enough + ": it must be 1 or more nodes");
        }
        List<Filter> chosen = new ArrayList<>();
        filterNames.forEach(filter -> chosen.add(known("filter", filter, filters, name)));
        List<Profile.Weighted> weighted = new ArrayList<>();
        weights.forEach((score, weight) -> weighted.add(weighted(name, score, weight)));
        return new Profile(name, chosen, weighted, Sampling.atMost(enough));
    }

    private Profile.Weighted weighted(String profile, String score, double weight) {
        Score known = known("score", score, scores, profile);
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException(
                    "profile " + profile + ": weight of score " + score + " is " + weight + ": it must be above 0");
        }
        return new Profile.Weighted(known, weight);
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
