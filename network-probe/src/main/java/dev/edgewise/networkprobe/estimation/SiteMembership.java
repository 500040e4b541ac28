package dev.edgewise.networkprobe.estimation;

import java.util.Arrays;
import java.util.List;

/**
 * Sites of nodes: pairs of at most {@value #JOIN_MICROS} µs join nodes to a site's centre, directly or through other
 * members. Two nodes that were at one site stay joined up to {@value #STAY_MICROS} µs, so that a site at the edge does
 * not come and go.
 *
 * @param dueLinks pairs that hold a site together and should be measured again
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record SiteMembership(int[] siteOf, int[][] members, List<NodePair> dueLinks) {
    static final int JOIN_MICROS = 1_000;
    static final int STAY_MICROS = 1_500;

    static SiteMembership none() {
        return new SiteMembership(new int[0], new int[0][], List.of());
    }

    /**
     * Sites of these members.
     *
     * @param siteOf the number of each node's site, −1 for none; numbers begin at 0 and leave none out
     * @param dueLinks pairs that should be measured again
     */
    static SiteMembership numbered(int[] siteOf, int count, List<NodePair> dueLinks) {
        int[] sizes = new int[count];
        for (int site : siteOf) {
            if (site >= 0) {
                sizes[site]++;
            }
        }
        int[][] members = new int[count][];
        Arrays.setAll(members, site -> new int[sizes[site]]);
        for (int node = siteOf.length - 1; node >= 0; node--) {
            if (siteOf[node] >= 0) {
                members[siteOf[node]][--sizes[siteOf[node]]] = node;
            }
        }
        return new SiteMembership(siteOf, members, dueLinks);
    }

    int count() {
        return members.length;
    }

    /** The site of a node, −1 if it is at none: it is new or left. */
    int of(int node) {
        return node < siteOf.length ? siteOf[node] : -1;
    }

    /** The numbers of all nodes are below this. */
    int capacity() {
        return siteOf.length;
    }

    boolean together(int first, int second) {
        return of(first) >= 0 && of(first) == of(second);
    }

    int[] members(int site) {
        return members[site];
    }
}
