package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.NodeSampling;
import dev.edgewise.scheduler.framework.Profile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The plugins of profiles beyond kube-scheduler's, for a scheduler that does the rest itself. */
public final class EdgewisePlugins {
    private static final Set<String> STOCK = stockNames();

    private EdgewisePlugins() {}

    /** The profile's filters and scores that kube-scheduler has not, and the capacity that reservations keep. */
    public static Profile of(Profile profile) {
        List<Filter> filters = new ArrayList<>();
        profile.filters().stream()
                .filter(filter -> !STOCK.contains(filter.name()))
                .forEach(filters::add);
        filters.add(new CapacityReservedForOthersFilter());
        List<Profile.Weighted> scores = profile.scores().stream()
                .filter(weighted -> !STOCK.contains(weighted.score().name()))
                .toList();
        return new Profile(profile.name(), filters, scores, NodeSampling.ALL);
    }

    private static Set<String> stockNames() {
        Set<String> names = new HashSet<>();
        BuiltInProfiles.stock().filters().forEach(filter -> names.add(filter.name()));
        BuiltInProfiles.stock()
                .scores()
                .forEach(weighted -> names.add(weighted.score().name()));
        return Set.copyOf(names);
    }
}
