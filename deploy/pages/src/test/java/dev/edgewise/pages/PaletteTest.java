package dev.edgewise.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The colours of the pages tell values apart, in their order, for readers with each kind of colour vision, on light and
 * dark pages.
 */
class PaletteTest {
    private static final List<String> LEVELS = List.of("well-powered", "vulnerable", "low-powered", "powerless");
    private static final List<String> SCALE = List.of("scale-0", "scale-1", "scale-2", "scale-3", "scale-4");
    /** Well above the difference of 2.3 that is just noticeable. */
    private static final double TOLD_APART = 10;
    /** WCAG 2.2, success criterion 1.4.11: graphical objects. */
    private static final double CONTRAST = 3;

    static Stream<Arguments> ordered() {
        return Stream.of(LEVELS, SCALE).flatMap(names -> Stream.of(Theme.LIGHT, Theme.DARK)
                .flatMap(theme -> Stream.of(Vision.values()).map(vision -> Arguments.of(theme, vision, names))));
    }

    @ParameterizedTest
    @MethodSource("ordered")
    void fromBestToWorstEachIsDarkerAndToldApart(Theme theme, Vision vision, List<String> names) {
        for (int i = 1; i < names.size(); i++) {
            Lab better = vision.of(theme.colour(names.get(i - 1)));
            Lab worse = vision.of(theme.colour(names.get(i)));
            assertThat(worse.lightness()).as(names.get(i)).isLessThan(better.lightness());
            assertThat(worse.distance(better)).as(names.get(i)).isGreaterThanOrEqualTo(TOLD_APART);
        }
    }

    static Stream<Arguments> shown() {
        return Stream.of(Theme.LIGHT, Theme.DARK)
                .flatMap(theme -> Stream.of(LEVELS, SCALE, List.of("stale", "lost", "mark", "ink", "faint"))
                        .flatMap(List::stream)
                        .map(name -> Arguments.of(theme, name)));
    }

    @ParameterizedTest
    @MethodSource("shown")
    void eachStandsOutFromThePage(Theme theme, String name) {
        assertThat(theme.colour(name).contrast(theme.colour("paper"))).isGreaterThanOrEqualTo(CONTRAST);
    }

    @ParameterizedTest
    @MethodSource("themes")
    void aLostPairIsNoUnknownPair(Theme theme) {
        assertThat(theme.colour("lost").contrast(theme.colour("void"))).isGreaterThanOrEqualTo(CONTRAST);
    }

    static Stream<Theme> themes() {
        return Stream.of(Theme.LIGHT, Theme.DARK);
    }
}
