package dev.edgewise.scheduler.extender.judgement;

import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.EdgewisePlugins;
import dev.edgewise.scheduler.plugins.ProfileSet;
import java.util.HashMap;
import java.util.Map;

/** Selects the profile for a pod; each is reduced to the plugins that kube-scheduler lacks. */
final class ExtenderProfiles {
    private final Map<String, Profile> byName = new HashMap<>();
    private final Profile otherwise;

    /**
     * @param otherwise the name of the profile for pods whose {@code schedulerName} is none
     * @throws IllegalArgumentException if there is no such profile
     */
    ExtenderProfiles(ProfileSet profiles, String otherwise) {
        profiles.byName().forEach((name, profile) -> byName.put(name, EdgewisePlugins.of(profile)));
        Profile found = byName.get(otherwise);
        if (found == null) {
            throw new IllegalArgumentException("edgewise.scheduler.extender.profile is " + otherwise
                    + ": it must be one of " + String.join(", ", profiles.names()));
        }
        this.otherwise = found;
    }

    Profile of(Pod pod) {
        return byName.getOrDefault(pod.spec().schedulerName(), otherwise);
    }
}
