package dev.edgewise.scheduler.wiring;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileBuilder;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import dev.edgewise.scheduler.plugins.energy.EnergyRules;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The built-in profiles, and those of the settings. */
@Configuration(proxyBeanMethods = false)
class ProfilesConfiguration {
    /** @param ofModules filters that modules add to every profile, whatever the settings name */
    @Bean
    ProfileSet profiles(ProfileProperties properties, DelayRules delay, EnergyRules energy, List<Filter> ofModules) {
        List<Profile> profiles = new ArrayList<>(BuiltInProfiles.builtIn(delay, energy));
        ProfileBuilder builder = new ProfileBuilder(profiles);
        properties.profiles().forEach((name, definition) -> profiles.add(profile(builder, name, definition)));
        ProfileSet all = new ProfileSet(
                profiles.stream().map(profile -> profile.with(ofModules)).toList(), properties.extenderProfiles());
        properties.extenderProfiles().stream()
                .filter(name -> all.find(name) == null)
                .findFirst()
                .ifPresent(name -> {
                    throw new InvalidConfigurationException(
                            "edgewise.scheduler.extender-profiles names " + name + ": it must be one of "
                                    + String.join(", ", all.names()) + ".",
                            "Correct edgewise.scheduler.extender-profiles.");
                });
        return all;
    }

    private static Profile profile(ProfileBuilder builder, String name, ProfileProperties.Definition definition) {
        try {
            return builder.build(
                    name,
                    new ProfileBuilder.Parts(
                            definition.like(),
                            definition.without(),
                            definition.filters(),
                            definition.scores(),
                            definition.maxFeasibleNodes()));
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationException(
                    "Invalid edgewise.scheduler.profiles: " + e.getMessage() + ".",
                    "Correct edgewise.scheduler.profiles." + name + ".");
        }
    }
}
