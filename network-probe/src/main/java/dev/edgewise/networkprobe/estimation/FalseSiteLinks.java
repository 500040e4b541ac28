package dev.edgewise.networkprobe.estimation;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds links that hold a site together and are not real. A member hangs on another by the link along which it was
 * gathered, and so does the part of the site that hangs on itself. If most of what else was measured between this part
 * and the rest is far, nothing but that link brought them together: it may be to an address that is near everyone.
 * Parts of one node do not count, as a node far from most members leaves anyhow. Of each site the links that are denied
 * most are found: what denies them also denies those beside them, which may be real.
 */
final class FalseSiteLinks {
    private static final int FEWEST_MEMBERS = 2;

    private final int[] siteOf;
    private final int[] parents;
    private final int[] depths;
    /** Size of the part that hangs on a member, itself included. */
    private final int[] sizes;
    /** Number of far pairs between this part and the rest, minus that of near ones. */
    private final int[] denials;

    /**
     * @param siteOf the number of each node's site, −1 for none
     * @param parents the member that each one hangs on; itself, or a node of another site, if there is none
     * @param depths how far each member is from the centre along these links, in µs
     */
    FalseSiteLinks(int[] siteOf, int[] parents, int[] depths) {
        this.siteOf = siteOf;
        this.parents = parents;
        this.depths = depths;
        this.sizes = new int[siteOf.length];
        this.denials = new int[siteOf.length];
    }

    /** @param apartMicros members of one site that measured more between each other are at two */
    List<NodePair> find(MeasuredPairs pairs, int apartMicros) {
        pairs.forEachPair((from, to, micros, seconds) -> {
            boolean together = siteOf[from] >= 0 && siteOf[from] == siteOf[to];
            if (together && parents[from] != to && parents[to] != from) {
                count(from, to, micros > apartMicros ? 1 : -1);
            }
        });
        int[] members = countMembers();
        List<Integer> denied = members()
                .filter(node -> denials[node] > 0
                        && Math.min(sizes[node], members[siteOf[node]] - sizes[node]) >= FEWEST_MEMBERS)
                .boxed()
                .toList();
        int[] most = new int[members.length];
        denied.forEach(node -> most[siteOf[node]] = Math.max(most[siteOf[node]], denials[node]));
        return denied.stream()
                .filter(node -> denials[node] == most[siteOf[node]])
                .map(node -> new NodePair(parents[node], node))
                .toList();
    }

    /** Counts the members of each part, and returns those of each site, by its number. */
    private int[] countMembers() {
        int[] members = new int[1 + Arrays.stream(siteOf).max().orElse(-1)];
        members().forEach(node -> {
            members[siteOf[node]]++;
            sizes[node]++;
            for (int next = node; hangs(next); next = parents[next]) {
                sizes[parents[next]]++;
            }
        });
        return members;
    }

    private IntStream members() {
        return IntStream.range(0, siteOf.length).filter(node -> siteOf[node] >= 0);
    }

    /** Along the links between two members, of which the farther from the centre goes first. */
    private void count(int first, int second, int by) {
        int one = first;
        int other = second;
        while (one != other && (hangs(one) || hangs(other))) {
            if (hangs(one) && (!hangs(other) || depths[one] >= depths[other])) {
                denials[one] += by;
                one = parents[one];
            } else {
                denials[other] += by;
                other = parents[other];
            }
        }
    }

    private boolean hangs(int node) {
        return parents[node] != node && siteOf[parents[node]] == siteOf[node];
    }
}
