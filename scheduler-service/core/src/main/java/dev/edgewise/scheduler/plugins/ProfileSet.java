package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.Profile;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The profiles that a scheduler runs, by name. Immutable. */
public final class ProfileSet {
    private final Map<String, Profile> byName;
    private final Set<String> extenderProfiles;

    /**
     * Creates a set whose pods are all bound by this scheduler. Of two profiles of one name the later counts, so that
     * configuration can replace a built-in one.
     */
    public ProfileSet(Collection<Profile> profiles) {
        this(profiles, Set.of());
    }

    /** @param extenderProfiles names of those whose pods a kube-scheduler places, with our extender */
    public ProfileSet(Collection<Profile> profiles, Collection<String> extenderProfiles) {
        Map<String, Profile> sorted = new TreeMap<>();
        profiles.forEach(profile -> sorted.put(profile.name(), profile));
        this.byName = Collections.unmodifiableMap(sorted);
        this.extenderProfiles = Set.copyOf(extenderProfiles);
    }

    /** The profile of that name, or null. */
    public @Nullable Profile find(String name) {
        return byName.get(name);
    }

    /** Returns whether pods with that {@code schedulerName} are ours to bind. */
    public boolean binds(String schedulerName) {
        return byName.containsKey(schedulerName) && !extenderProfiles.contains(schedulerName);
    }

    /** Returns whether a kube-scheduler places pods with that {@code schedulerName}, with our extender. */
    public boolean isOfExtender(String schedulerName) {
        return extenderProfiles.contains(schedulerName);
    }

    /** All names, sorted. */
    public Set<String> names() {
        return byName.keySet();
    }

    /** Returns all profiles by name. */
    public Map<String, Profile> byName() {
        return byName;
    }
}
