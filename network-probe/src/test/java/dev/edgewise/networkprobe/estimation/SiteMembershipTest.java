package dev.edgewise.networkprobe.estimation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SiteMembershipTest {
    private static final boolean[] FIVE = {true, true, true, true, true};
    private static final int LONG_AGO = 0;

    private final MeasuredPairs pairs = new MeasuredPairs();

    /**
     * 0—1 and 1—2 are near, so 0 and 2 stand together although that pair was not measured; 3 is a µs too far; 4 is not
     * measured.
     */
    @Test
    void joinsFromMateToMate() {
        pairs.put(0, 1, 400, 10);
        pairs.put(2, 1, 1_000, 10);
        pairs.put(2, 3, 1_001, 10);

        SiteMembership sites = new SiteBuilder(pairs, FIVE, LONG_AGO).build(SiteMembership.none());

        assertThat(sites.count()).isEqualTo(3);
        assertThat(sites.together(0, 2)).isTrue();
        assertThat(sites.together(2, 3)).isFalse();
        assertThat(sites.members(sites.of(0))).containsExactly(0, 1, 2);
        assertThat(sites.members(sites.of(4))).containsExactly(4);
    }

    /** Six in a row, 0.9 ms from each to the next. The centre 1 reaches 0 and 2, then 3 reaches 4. */
    @Test
    void aRowOfNodesEachNearTheNextIsNotOneSite() {
        boolean[] six = {true, true, true, true, true, true};
        for (int node = 0; node < 5; node++) {
            pairs.put(node, node + 1, 900, 10);
        }

        SiteMembership sites = new SiteBuilder(pairs, six, LONG_AGO).build(SiteMembership.none());

        assertThat(sites.count()).isEqualTo(3);
        assertThat(sites.members(0)).containsExactly(0, 1, 2);
        assertThat(sites.members(1)).containsExactly(3, 4);
        assertThat(sites.members(2)).containsExactly(5);
    }

    /** 0 claims to be near 1 and 2; these say of each other, and of 3 and 4, that they are far apart. */
    @Test
    void whoClaimsToBeNearEveryoneJoinsNobody() {
        pairs.put(0, 1, 500, 10);
        pairs.put(0, 2, 500, 10);
        pairs.put(0, 3, 10_000, 10);
        pairs.put(0, 4, 10_000, 10);
        pairs.put(1, 3, 40_000, 10);
        pairs.put(1, 4, 60_000, 10);
        pairs.put(2, 3, 80_000, 10);
        pairs.put(2, 4, 20_000, 10);

        SiteMembership sites = new SiteBuilder(pairs, FIVE, LONG_AGO).build(SiteMembership.none());

        assertThat(sites.together(0, 1)).isFalse();
        assertThat(sites.together(0, 2)).isFalse();
    }

    /** 1, 2 and 3 are where they say of each other; who probes 0 finds something of its own machine, and 0 says nothing. */
    @Test
    void anAddressThatIsNearEveryoneJoinsNobodyWhoIsFarApart() {
        pairs.put(1, 0, 50, 10);
        pairs.put(2, 0, 50, 10);
        pairs.put(3, 0, 50, 10);
        pairs.put(1, 2, 80_000, 10);
        pairs.put(2, 3, 80_000, 10);

        SiteMembership sites = new SiteBuilder(pairs, FIVE, LONG_AGO).build(SiteMembership.none());

        assertThat(sites.together(1, 2)).isFalse();
        assertThat(sites.together(2, 3)).isFalse();
        assertThat(sites.count()).isEqualTo(3);
    }

    /** 3 says that it is far from 1 and 2, who are near each other, and all of them near 0. */
    @Test
    void oneThatClaimsToBeFarLeavesAlone() {
        pairs.put(1, 0, 500, 10);
        pairs.put(2, 0, 500, 10);
        pairs.put(1, 2, 500, 10);
        pairs.put(0, 3, 500, 10);
        pairs.put(3, 1, 80_000, 10);
        pairs.put(3, 2, 80_000, 10);

        SiteMembership sites = new SiteBuilder(pairs, FIVE, LONG_AGO).build(SiteMembership.none());

        assertThat(sites.members(sites.of(0))).containsExactly(0, 1, 2);
        assertThat(sites.members(sites.of(3))).containsExactly(3);
    }

    /** 1 and 2 are near each other; all found 0 near, and 0 says nothing. */
    @Test
    void whoLeaveASiteMayBeOneOfTheirOwn() {
        boolean[] seven = {true, true, true, true, true, true, true};
        for (int node = 1; node < 7; node++) {
            pairs.put(node, 0, 50, 10);
        }
        pairs.put(1, 2, 300, 10);
        for (int other = 3; other < 6; other++) {
            pairs.put(1, other, 80_000, 10);
            pairs.put(2, other, 80_000, 10);
        }

        SiteMembership sites = new SiteBuilder(pairs, seven, LONG_AGO).build(SiteMembership.none());

        assertThat(sites.members(sites.of(1))).containsExactly(1, 2);
    }

    /** 1, 2, 3 and 4, 5, 6 are two triangles; 1 and 4 found 0 near, which says nothing, and 2 knows that 5 is far. */
    @Test
    void twoSitesThatAnAddressNearBothJoinsStayTwo() {
        boolean[] seven = {true, true, true, true, true, true, true};
        triangle(1);
        triangle(4);
        pairs.put(1, 0, 50, 10);
        pairs.put(4, 0, 50, 10);
        pairs.put(2, 5, 80_000, 10);

        SiteMembership sites = new SiteBuilder(pairs, seven, LONG_AGO).build(SiteMembership.none());

        assertThat(sites.members(sites.of(1))).containsExactly(1, 2, 3);
        assertThat(sites.members(sites.of(4))).containsExactly(4, 5, 6);
        assertThat(sites.members(sites.of(0))).containsExactly(0);
    }

    /** Sites of two are kept: the links 1—2 and 4—5 are denied as much as those of 0, but hold one node each. */
    @Test
    void aSiteOfTwoIsNotTornByWhatDeniesAnother() {
        boolean[] six = {true, true, true, true, true, true};
        pairs.put(1, 2, 300, 10);
        pairs.put(4, 5, 300, 10);
        pairs.put(1, 0, 50, 10);
        pairs.put(4, 0, 50, 10);
        pairs.put(2, 5, 80_000, 10);

        SiteMembership sites = new SiteBuilder(pairs, six, LONG_AGO).build(SiteMembership.none());

        assertThat(sites.members(sites.of(1))).containsExactly(1, 2);
        assertThat(sites.members(sites.of(4))).containsExactly(4, 5);
    }

    /** All hang on 0 alone; 3 and 1 were once far from each other. */
    @Test
    void oneFarPairDrivesOutNoSingleNode() {
        pairs.put(0, 1, 300, 10);
        pairs.put(0, 2, 300, 10);
        pairs.put(0, 3, 300, 10);
        pairs.put(3, 1, 8_000, 10);

        SiteMembership sites = new SiteBuilder(pairs, FIVE, LONG_AGO).build(SiteMembership.none());

        assertThat(sites.members(sites.of(0))).containsExactly(0, 1, 2, 3);
    }

    private void triangle(int first) {
        pairs.put(first, first + 1, 300, 10);
        pairs.put(first + 1, first + 2, 300, 10);
        pairs.put(first + 2, first, 300, 10);
    }

    /** One more near pair than before, 3 and 4: one of the two pairs beside what 0 says is far, and one is not. */
    @Test
    void oneFarPairDeniesNoLinkThatAnotherConfirms() {
        boolean[] seven = {true, true, true, true, true, true, true};
        triangle(1);
        triangle(4);
        pairs.put(1, 0, 50, 10);
        pairs.put(4, 0, 50, 10);
        pairs.put(2, 5, 80_000, 10);
        pairs.put(3, 4, 300, 10);

        assertThat(new SiteBuilder(pairs, seven, LONG_AGO)
                        .build(SiteMembership.none())
                        .count())
                .isEqualTo(1);
    }

    @Test
    void theSlowerDirectionDecides() {
        pairs.put(0, 1, 100, 10);
        pairs.put(1, 0, 30_000, 10);

        assertThat(new SiteBuilder(pairs, FIVE, LONG_AGO)
                        .build(SiteMembership.none())
                        .together(0, 1))
                .isFalse();
    }

    @Test
    void mayMoveApartALittleWithoutLeaving() {
        pairs.put(0, 1, 900, 10);
        SiteMembership before = new SiteBuilder(pairs, FIVE, LONG_AGO).build(SiteMembership.none());

        pairs.put(0, 1, 1_400, 20);
        assertThat(new SiteBuilder(pairs, FIVE, LONG_AGO).build(before).together(0, 1))
                .isTrue();
        assertThat(new SiteBuilder(pairs, FIVE, LONG_AGO)
                        .build(SiteMembership.none())
                        .together(0, 1))
                .isFalse();

        pairs.put(0, 1, 1_501, 30);
        assertThat(new SiteBuilder(pairs, FIVE, LONG_AGO).build(before).together(0, 1))
                .isFalse();
    }

    /** The triangle 0, 1, 2 holds together by its two new sides; the old side is not needed. 3 hangs on an old link. */
    @Test
    void namesTheLinksThatAreDueAgain() {
        pairs.put(0, 1, 500, 10);
        pairs.put(1, 2, 500, 100);
        pairs.put(0, 2, 500, 100);
        pairs.put(2, 3, 500, 10);

        assertThat(new SiteBuilder(pairs, FIVE, 50).build(SiteMembership.none()).dueLinks())
                .containsExactly(new NodePair(2, 3));
    }

    @Test
    void aNodeThatIsNotThereIsAtNoSite() {
        pairs.put(0, 1, 500, 10);
        boolean[] present = {true, false, true, true, true};

        SiteMembership sites = new SiteBuilder(pairs, present, LONG_AGO).build(SiteMembership.none());

        assertThat(sites.of(1)).isNegative();
        assertThat(sites.members(sites.of(0))).containsExactly(0);
    }
}
