package dev.edgewise.scheduler.config;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.pipeline.Profile;
import dev.edgewise.scheduler.profiles.ProfileBuilder;
import dev.edgewise.scheduler.profiles.ProfileSet;
import dev.edgewise.scheduler.profiles.Profiles;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What every part of the service shares. */
@Configuration(proxyBeanMethods = false)
class CoreConfiguration {
    @Bean
    ClusterState clusterState(Clock clock) {
        return new ClusterState(clock);
    }

    @Bean
    ProfileSet profiles(ProfileProperties properties, DelayProperties delay) {
        List<Profile> profiles = new ArrayList<>(Profiles.builtIn(delay.rules()));
        ProfileBuilder builder = new ProfileBuilder(profiles);
        properties.profiles().forEach((name, definition) -> profiles.add(profile(builder, name, definition)));
        return new ProfileSet(profiles);
    }

    private static Profile profile(ProfileBuilder builder, String name, ProfileProperties.Definition definition) {
        try {
            return builder.build(
                    name,
                    new ProfileBuilder.Parts(
                            definition.like(), definition.filters(), definition.scores(), definition.enough()));
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationException(
                    "edgewise.scheduler.profiles does not make sense: " + e.getMessage() + ".",
                    "Correct edgewise.scheduler.profiles." + name + ".");
        }
    }
}
