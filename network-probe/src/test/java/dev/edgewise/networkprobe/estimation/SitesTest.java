package dev.edgewise.networkprobe.estimation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SitesTest {
    private static final boolean[] FIVE = {true, true, true, true, true};
    private static final int LONG_AGO = 0;

    private final MeasuredPairs pairs = new MeasuredPairs();

    /** 0—1 and 1—2 are near, so 0 and 2 stand together although nobody measured it; 3 is a µs too far; 4 is not measured. */
    @Test
    void joinsFromMateToMate() {
        pairs.put(0, 1, 400, 10);
        pairs.put(2, 1, 1_000, 10);
        pairs.put(2, 3, 1_001, 10);

        Sites sites = Sites.of(pairs, FIVE, Sites.none(), LONG_AGO);

        assertThat(sites.count()).isEqualTo(3);
        assertThat(sites.together(0, 2)).isTrue();
        assertThat(sites.together(2, 3)).isFalse();
        assertThat(sites.members(sites.of(0))).containsExactly(0, 1, 2);
        assertThat(sites.members(sites.of(4))).containsExactly(4);
    }

    @Test
    void mayMoveApartALittleWithoutLeaving() {
        pairs.put(0, 1, 900, 10);
        Sites before = Sites.of(pairs, FIVE, Sites.none(), LONG_AGO);

        pairs.put(0, 1, 1_400, 20);
        assertThat(Sites.of(pairs, FIVE, before, LONG_AGO).together(0, 1)).isTrue();
        assertThat(Sites.of(pairs, FIVE, Sites.none(), LONG_AGO).together(0, 1)).isFalse();

        pairs.put(0, 1, 1_501, 30);
        assertThat(Sites.of(pairs, FIVE, before, LONG_AGO).together(0, 1)).isFalse();
    }

    /** The triangle 0, 1, 2 holds together by its two new sides; the old side is not needed. 3 hangs on an old link. */
    @Test
    void namesTheLinksThatAreDueAgain() {
        pairs.put(0, 1, 500, 10);
        pairs.put(1, 2, 500, 100);
        pairs.put(0, 2, 500, 100);
        pairs.put(2, 3, 500, 10);

        assertThat(Sites.of(pairs, FIVE, Sites.none(), 50).dueLinks()).containsExactly(new NodePair(2, 3));
    }

    @Test
    void aNodeThatIsNotThereIsAtNoSite() {
        pairs.put(0, 1, 500, 10);
        boolean[] present = {true, false, true, true, true};

        Sites sites = Sites.of(pairs, present, Sites.none(), LONG_AGO);

        assertThat(sites.of(1)).isNegative();
        assertThat(sites.members(sites.of(0))).containsExactly(0);
    }
}
