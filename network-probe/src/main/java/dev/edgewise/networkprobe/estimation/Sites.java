package dev.edgewise.networkprobe.estimation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which nodes stand at the same site: those joined by pairs of at most {@value #JOIN_MICROS} µs, single link. Two nodes that
 * were at one site stay joined up to {@value #STAY_MICROS} µs, so that a site at the edge does not come and go.
 */
final class Sites {
    static final int JOIN_MICROS = 1_000;
    static final int STAY_MICROS = 1_500;

    private final int[] siteOf;
    private final int[][] members;
    private final List<NodePair> dueLinks;

    private Sites(int[] siteOf, int[][] members, List<NodePair> dueLinks) {
        this.siteOf = siteOf;
        this.members = members;
        this.dueLinks = dueLinks;
    }

    static Sites none() {
        return new Sites(new int[0], new int[0][], List.of());
    }

    /**
     * The sites by what is measured.
     *
     * @param present the nodes there are; the others are at no site
     * @param before the sites so far
     * @param freshFrom pairs measured before this time, in seconds, should be measured again
     */
    static Sites of(MeasuredPairs pairs, boolean[] present, Sites before, int freshFrom) {
        int[] parent = new int[present.length];
        Arrays.setAll(parent, node -> node);
        List<NodePair> old = new ArrayList<>();
        pairs.forEach((first, second, forward, backward, seconds) -> {
            int micros = backward < 0 ? forward : Math.min(forward, backward);
            if (micros <= JOIN_MICROS || micros <= STAY_MICROS && before.together(first, second)) {
                if (seconds < freshFrom) {
                    old.add(new NodePair(first, second));
                } else {
                    union(parent, first, second);
                }
            }
        });
        old.removeIf(link -> !union(parent, link.from(), link.to()));
        return numbered(parent, present, old);
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

    /** Pairs that hold a site together and should be measured again. */
    List<NodePair> dueLinks() {
        return dueLinks;
    }

    private static Sites numbered(int[] parent, boolean[] present, List<NodePair> dueLinks) {
        int[] siteOf = new int[parent.length];
        int[] sizes = new int[parent.length];
        int[] numbers = new int[parent.length];
        Arrays.fill(numbers, -1);
        int count = 0;
        for (int node = 0; node < parent.length; node++) {
            int root = find(parent, node);
            if (present[node] && numbers[root] < 0) {
                numbers[root] = count++;
            }
            siteOf[node] = present[node] ? numbers[root] : -1;
            if (present[node]) {
                sizes[siteOf[node]]++;
            }
        }
        int[][] members = new int[count][];
        Arrays.setAll(members, site -> new int[sizes[site]]);
        for (int node = parent.length - 1; node >= 0; node--) {
            if (present[node]) {
                members[siteOf[node]][--sizes[siteOf[node]]] = node;
            }
        }
        return new Sites(siteOf, members, dueLinks);
    }

    private static boolean union(int[] parent, int first, int second) {
        int a = find(parent, first);
        int b = find(parent, second);
        parent[Math.max(a, b)] = Math.min(a, b);
        return a != b;
    }

    private static int find(int[] parent, int node) {
        int root = node;
        while (parent[root] != root) {
            parent[root] = parent[parent[root]];
            root = parent[root];
        }
        return root;
    }
}
