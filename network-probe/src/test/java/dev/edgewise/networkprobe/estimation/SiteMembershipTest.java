package dev.edgewise.networkprobe.estimation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Nodes 0, 1, 2, … that were at no site before, and the round-trip times that they measured of each other. */
class SiteMembershipTest {
    private static final SiteMembership NONE = SiteMembership.none();
    private static final int LONG_AGO = 0;

    private final MeasuredPairs pairs = new MeasuredPairs();

    /**
     * Adds times in µs, such as {@code 0>1 400, 2>1 1000}: the first node of each pair measured the second, 10 s after
     * the start.
     */
    private void measured(String times) {
        for (String time : times.split(", ")) {
            String[] parts = time.split("[> ]");
            pairs.put(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]), 10);
        }
    }

    private SiteMembership build(int nodes, SiteMembership before) {
        return new SiteBuilder(pairs, present(nodes), LONG_AGO).build(before);
    }

    private static boolean[] present(int nodes, Integer... absent) {
        boolean[] present = new boolean[nodes];
        IntStream.range(0, nodes)
                .forEach(node -> present[node] = !Set.of(absent).contains(node));
        return present;
    }

    /** Returns the nodes of each site by its lowest one, such as {@code 0 1 2 | 3}. */
    private String sites(int nodes) {
        return text(build(nodes, NONE));
    }

    private static String text(SiteMembership sites) {
        return Arrays.stream(sites.members())
                .map(nodes -> Arrays.stream(nodes).mapToObj(String::valueOf).collect(Collectors.joining(" ")))
                .sorted()
                .collect(Collectors.joining(" | "));
    }

    /**
     * 0—1 and 1—2 are near, so 0 and 2 are together although that pair was not measured; 3 is a µs too far; 4 is not
     * measured.
     */
    @Test
    void joinsNodesThroughOthers() {
        measured("0>1 400, 2>1 1000, 2>3 1001");

        assertThat(sites(5)).isEqualTo("0 1 2 | 3 | 4");
        assertThat(build(5, NONE).together(0, 2)).isTrue();
        assertThat(build(5, NONE).together(2, 3)).isFalse();
    }

    /** Six in a row, 0.9 ms from each to the next. The centre 1 reaches 0 and 2, then 3 reaches 4. */
    @Test
    void aRowOfNodesEachNearTheNextIsNotOneSite() {
        measured("0>1 900, 1>2 900, 2>3 900, 3>4 900, 4>5 900");

        assertThat(sites(6)).isEqualTo("0 1 2 | 3 4 | 5");
        assertThat(build(6, NONE).members(1)).as("numbers").containsExactly(3, 4);
    }

    /** 0 claims to be near 1 and 2; these say of each other, and of 3 and 4, that they are far apart. */
    @Test
    void aNodeThatClaimsToBeNearAllJoinsNoOther() {
        measured("0>1 500, 0>2 500, 0>3 10000, 0>4 10000");
        measured("1>3 40000, 1>4 60000, 2>3 80000, 2>4 20000");

        assertThat(sites(5)).isEqualTo("0 | 1 | 2 | 3 | 4");
    }

    /**
     * 1, 2 and 3 are where they say of each other; a probe of 0 finds something on the machine that sends it, and 0
     * says nothing.
     */
    @Test
    void anAddressThatIsNearAllJoinsNoNodesThatAreFarApart() {
        measured("1>0 50, 2>0 50, 3>0 50, 1>2 80000, 2>3 80000");

        assertThat(sites(5)).isEqualTo("0 1 3 | 2 | 4");
    }

    /** 3 says that it is far from 1 and 2, which are near each other, and all of them near 0. */
    @Test
    void aNodeThatClaimsToBeFarLeavesAlone() {
        measured("1>0 500, 2>0 500, 1>2 500, 0>3 500, 3>1 80000, 3>2 80000");

        assertThat(sites(5)).isEqualTo("0 1 2 | 3 | 4");
    }

    /**
     * 1 and 2 are near each other and far from 3, 4 and 5, each of which leaves as well: two of its three pairs are
     * far. All found 0 near, and 0 says nothing.
     */
    @Test
    void nodesThatLeaveASiteMayBeOneOfTheirOwn() {
        measured("1>0 50, 2>0 50, 3>0 50, 4>0 50, 5>0 50, 6>0 50, 1>2 300");
        measured("1>3 80000, 1>4 80000, 1>5 80000, 2>3 80000, 2>4 80000, 2>5 80000");

        assertThat(sites(7)).isEqualTo("0 6 | 1 2 | 3 | 4 | 5");
    }

    /** 1, 2, 3 and 4, 5, 6 are two triangles; 1 and 4 found 0 near, which says nothing, and 2 knows that 5 is far. */
    private void measuredTwoTrianglesNearOneAddress() {
        measured("1>2 300, 2>3 300, 3>1 300, 4>5 300, 5>6 300, 6>4 300");
        measured("1>0 50, 4>0 50, 2>5 80000");
    }

    @Test
    void twoSitesThatAnAddressNearBothJoinsStayTwo() {
        measuredTwoTrianglesNearOneAddress();

        assertThat(sites(7)).isEqualTo("0 | 1 2 3 | 4 5 6");
    }

    /** One more near pair, 3 and 4: one of the two pairs beside what 0 says is far, and one is not. */
    @Test
    void oneFarPairDeniesNoLinkThatAnotherConfirms() {
        measuredTwoTrianglesNearOneAddress();
        measured("3>4 300");

        assertThat(build(7, NONE).count()).isEqualTo(1);
    }

    /** Sites of two are kept: the links 1—2 and 4—5 are denied as much as those of 0, but hold one node each. */
    @Test
    void aSiteOfTwoIsNotTornByWhatDeniesAnother() {
        measured("1>2 300, 4>5 300, 1>0 50, 4>0 50, 2>5 80000");

        assertThat(sites(6)).isEqualTo("0 | 1 2 | 3 | 4 5");
    }

    /** All hang on 0 alone; 3 and 1 were once far from each other. */
    @Test
    void oneFarPairDrivesOutNoSingleNode() {
        measured("0>1 300, 0>2 300, 0>3 300, 3>1 8000");

        assertThat(sites(5)).isEqualTo("0 1 2 3 | 4");
    }

    @Test
    void theSlowerDirectionDecides() {
        measured("0>1 100, 1>0 30000");

        assertThat(sites(5)).isEqualTo("0 | 1 | 2 | 3 | 4");
    }

    @Test
    void mayMoveApartALittleWithoutLeaving() {
        measured("0>1 900");
        SiteMembership before = build(2, NONE);

        pairs.put(0, 1, 1_400, 20);
        assertThat(text(build(2, before))).isEqualTo("0 1");
        assertThat(sites(2)).isEqualTo("0 | 1");

        pairs.put(0, 1, 1_501, 30);
        assertThat(text(build(2, before))).isEqualTo("0 | 1");
    }

    /** The triangle 0, 1, 2 holds together by its two new sides; the old side is not needed. 3 hangs on an old link. */
    @Test
    void namesTheLinksThatAreDueAgain() {
        measured("0>1 500, 2>3 500");
        pairs.put(1, 2, 500, 100);
        pairs.put(0, 2, 500, 100);

        assertThat(new SiteBuilder(pairs, present(5), 50).build(NONE).dueLinks())
                .containsExactly(new NodePair(2, 3));
    }

    @Test
    void aNodeThatIsNotThereIsAtNoSite() {
        measured("0>1 500");

        SiteMembership sites = new SiteBuilder(pairs, present(5, 1), LONG_AGO).build(NONE);

        assertThat(sites.of(1)).isNegative();
        assertThat(text(sites)).isEqualTo("0 | 2 | 3 | 4");
    }
}
