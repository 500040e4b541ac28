package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.pipeline.Profile;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The profiles that a scheduler runs, by name. Immutable. */
public final class ProfileSet {
    private final Map<String, Profile> byName;

    /** Of two profiles of one name the later counts, so that configuration can replace a built-in one. */
    public ProfileSet(Collection<Profile> profiles) {
        Map<String, Profile> sorted = new TreeMap<>();
        profiles.forEach(profile -> sorted.put(profile.name(), profile));
        this.byName = Collections.unmodifiableMap(sorted);
    }

    /** The profile of that name, or null. */
    public @Nullable Profile find(String name) {
        return byName.get(name);
    }

    /** All names, sorted. */
    public Set<String> names() {
        return byName.keySet();
    }

    /** All of them, by name. */
    public Map<String, Profile> byName() {
        return byName;
    }
}
