package dev.edgewise.scheduler.plugins;

import static dev.edgewise.scheduler.testing.TestProperties.bind;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProfilePropertiesTest {
    @Test
    void defaults() {
        assertThat(bind(ProfileProperties.class, Map.of()).profiles()).isEmpty();
    }

    @Test
    void profiles() {
        ProfileProperties properties = bind(
                ProfileProperties.class,
                Map.of(
                        "edgewise.scheduler.profiles.near.filters", "NodeName,Delay",
                        "edgewise.scheduler.profiles.near.scores.Delay", "2.5"));

        assertThat(properties.profiles())
                .containsEntry(
                        "near",
                        new ProfileProperties.Definition("", List.of("NodeName", "Delay"), Map.of("Delay", 2.5), null));
    }

    @Test
    void aProfileLikeAnother() {
        ProfileProperties properties = bind(
                ProfileProperties.class,
                Map.of(
                        "edgewise.scheduler.profiles.default-scheduler.like", "stock",
                        "edgewise.scheduler.profiles.default-scheduler.max-feasible-nodes", "7"));

        assertThat(properties.profiles())
                .containsEntry("default-scheduler", new ProfileProperties.Definition("stock", List.of(), Map.of(), 7));
    }
}
