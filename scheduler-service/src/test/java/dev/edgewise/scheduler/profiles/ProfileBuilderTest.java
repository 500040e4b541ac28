package dev.edgewise.scheduler.profiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.edgewise.scheduler.pipeline.Filter;
import dev.edgewise.scheduler.pipeline.Profile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProfileBuilderTest {
    private final ProfileBuilder builder = new ProfileBuilder(Profiles.builtIn());

    @Test
    void buildsFromNames() {
        Profile profile = builder.build("near", List.of("Delay", "NodeResourcesFit"), Map.of("Delay", 3.0), 50);

        assertThat(profile.name()).isEqualTo("near");
        assertThat(profile.filters()).extracting(Filter::name).containsExactly("Delay", "NodeResourcesFit");
        assertThat(profile.scores()).singleElement().satisfies(weighted -> {
            assertThat(weighted.score().name()).isEqualTo("Delay");
            assertThat(weighted.weight()).isEqualTo(3);
        });
        assertThat(profile.sampling().enough(5000)).isEqualTo(50);
    }

    @Test
    void namesTheUnknownFilterAndTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.build("near", List.of("Delays"), Map.of(), 50))
                .withMessageStartingWith("profile near: filter Delays is unknown: it must be one of ")
                .withMessageContaining("Delay, ")
                .withMessageContaining("NodeResourcesFit");
    }

    @Test
    void namesTheUnknownScoreAndTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.build("near", List.of(), Map.of("Nearness", 1.0), 50))
                .withMessageStartingWith("profile near: score Nearness is unknown: it must be one of ");
    }

    @Test
    void refusesAWeightThatIsNotAboveZero() {
        for (double weight : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.build("near", List.of(), Map.of("Delay", weight), 50))
                    .withMessage("profile near: weight of score Delay is " + weight + ": it must be above 0");
        }
    }

    @Test
    void refusesToChooseFromNoNode() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.build("near", List.of(), Map.of(), 0))
                .withMessage("profile near: enough is 0: it must be 1 or more nodes");
    }

    @Test
    void aConfiguredProfileReplacesABuiltInOne() {
        Profile mine = builder.build(Profiles.STOCK, List.of("NodeName"), Map.of(), 1);
        ProfileSet set = new ProfileSet(List.of(Profiles.stock(), mine));

        assertThat(set.find(Profiles.STOCK)).isSameAs(mine);
        assertThat(set.names()).containsExactly(Profiles.STOCK);
    }
}
