package dev.edgewise.networkprobe.estimation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Gathers nodes into sites around centres, those with the most near nodes first. A member is at most {@value
 * #RADIUS_MICROS} µs from the centre along measured links, so no two members are farther apart than twice that: a row
 * of nodes, each near the next, is not one site. A link that what both ends measured to others contradicts does not
 * count, so that an agent which claims to be near everyone does not make one site of all. Nor does an address that is
 * near everyone: who measured most of the members to be far, or was measured so by them, leaves, even if it and they
 * all reached the same node in no time. And two parts of a site that hang together by a single link, while what else
 * was measured between them is far, are two sites (see {@link FalseSiteLinks}).
 */
final class SiteBuilder {
    static final int RADIUS_MICROS = 1_500;

    /** Amount by which two of its ends' round-trip times to a third node may differ beyond the link's own. */
    private static final int SLACK_MICROS = 3_000;

    private static final double SLACK_SHARE = 0.1;

    /** Members of one site that measured more between each other are at two. */
    private static final int APART_MICROS = 2 * RADIUS_MICROS + SLACK_MICROS;

    private static final int FEWEST_WITNESSES = 2;

    private final MeasuredPairs pairs;
    private final boolean[] present;
    private final int freshFrom;
    private final List<List<Link>> links = new ArrayList<>();
    private final int[] siteOf;
    private final int[] depths;
    private final int[] parents;
    private int count;

    private record Link(int to, int micros, boolean fresh) {}

    private record Reached(int node, int from, Link by, int depth) {}

    /**
     * @param present the nodes there are; the others are at no site
     * @param freshFrom pairs measured before this time, in seconds, should be measured again
     */
    SiteBuilder(MeasuredPairs pairs, boolean[] present, int freshFrom) {
        this.pairs = pairs;
        this.present = present;
        this.freshFrom = freshFrom;
        this.siteOf = new int[present.length];
        this.depths = new int[present.length];
        this.parents = new int[present.length];
    }

    SiteMembership build(SiteMembership before) {
        link(before);
        List<Reached> hanging = new ArrayList<>();
        do {
            regroup(hanging);
        } while (dropDenied());
        renumber();
        return SiteMembership.numbered(siteOf, count, dueLinks(hanging));
    }

    private void link(SiteMembership before) {
        for (int node = 0; node < present.length; node++) {
            links.add(new ArrayList<>(0));
        }
        pairs.forEach((first, second, forward, backward, seconds) -> {
            // The slower direction: one end alone cannot make the link short.
            int micros = Math.max(forward, backward);
            boolean near = micros <= SiteMembership.JOIN_MICROS
                    || micros <= SiteMembership.STAY_MICROS && before.together(first, second);
            if (near && present[first] && present[second]) {
                links.get(first).add(new Link(second, micros, seconds >= freshFrom));
                links.get(second).add(new Link(first, micros, seconds >= freshFrom));
            }
        });
    }

    private void regroup(List<Reached> hanging) {
        Arrays.fill(siteOf, -1);
        hanging.clear();
        gatherAll(hanging);
        removeFar();
        hanging.removeIf(reached -> siteOf[reached.node] < 0);
        gatherAll(hanging);
    }

    /** Whether there were links to drop. */
    private boolean dropDenied() {
        List<NodePair> denied = new FalseSiteLinks(siteOf, parents, depths).find(pairs, APART_MICROS);
        for (NodePair link : denied) {
            links.get(link.from()).removeIf(each -> each.to == link.to());
            links.get(link.to()).removeIf(each -> each.to == link.from());
        }
        return !denied.isEmpty();
    }

    /** Gathers all nodes that are at no site yet. */
    private void gatherAll(List<Reached> hanging) {
        IntStream.range(0, present.length)
                .filter(node -> present[node] && siteOf[node] < 0)
                .boxed()
                .sorted(Comparator.comparingInt(node -> -links.get(node).size()))
                .filter(node -> siteOf[node] < 0)
                .forEach(centre -> gather(centre, hanging));
    }

    /** The majority decides: one member that claims to be far from others does not drive them out. */
    private void removeFar() {
        int[] near = new int[siteOf.length];
        int[] far = new int[siteOf.length];
        pairs.forEachPair((from, to, micros, seconds) -> {
            if (siteOf[from] >= 0 && siteOf[from] == siteOf[to]) {
                int[] counts = micros > APART_MICROS ? far : near;
                counts[from]++;
                counts[to]++;
            }
        });
        for (int node = 0; node < siteOf.length; node++) {
            if (far[node] > near[node]) {
                siteOf[node] = -1;
            }
        }
    }

    /** Dijkstra's search from a centre, over nodes that are at no site yet. */
    private void gather(int centre, List<Reached> hanging) {
        if (siteOf[centre] >= 0) {
            return;
        }
        int site = count++;
        PriorityQueue<Reached> queue = new PriorityQueue<>(Comparator.comparingInt(Reached::depth));
        queue.add(new Reached(centre, centre, new Link(centre, 0, true), 0));
        while (!queue.isEmpty()) {
            Reached next = queue.remove();
            if (siteOf[next.node] < 0 && isPlausible(next)) {
                siteOf[next.node] = site;
                depths[next.node] = next.depth;
                parents[next.node] = next.from;
                if (!next.by.fresh) {
                    hanging.add(next);
                }
                follow(next, queue);
            }
        }
    }

    private void follow(Reached from, PriorityQueue<Reached> queue) {
        for (Link link : links.get(from.node)) {
            int depth = from.depth + link.micros;
            if (siteOf[link.to] < 0 && depth <= RADIUS_MICROS) {
                queue.add(new Reached(link.to, from.node, link, depth));
            }
        }
    }

    /**
     * Checks a link by the triangle inequality: two near nodes have similar delays to all others, so a link that most
     * of their common measurements deny is not real.
     */
    private boolean isPlausible(Reached reached) {
        int[] witnesses = new int[2];
        pairs.forEachCommon(reached.node, reached.from, (node, first, second) -> {
            double most = reached.by.micros + SLACK_MICROS + SLACK_SHARE * Math.max(first, second);
            witnesses[Math.abs(first - second) > most ? 1 : 0]++;
        });
        return witnesses[1] < FEWEST_WITNESSES || witnesses[1] <= witnesses[0];
    }

    /** Links that were measured long ago, of nodes that no fresh link keeps at their site. */
    private List<NodePair> dueLinks(List<Reached> hanging) {
        Deque<NodePair> due = new ArrayDeque<>();
        for (Reached node : hanging) {
            boolean held = links.get(node.node).stream()
                    .anyMatch(link -> link.fresh
                            && siteOf[link.to] == siteOf[node.node]
                            && depths[link.to] + link.micros <= RADIUS_MICROS);
            if (!held) {
                due.add(new NodePair(node.from, node.node));
            }
        }
        return List.copyOf(due);
    }

    /** Numbers sites by their first nodes, so that they do not depend on which node is a centre. */
    private void renumber() {
        int[] numbers = new int[count];
        Arrays.fill(numbers, -1);
        int next = 0;
        for (int node = 0; node < siteOf.length; node++) {
            int site = siteOf[node];
            if (site >= 0) {
                if (numbers[site] < 0) {
                    numbers[site] = next++;
                }
                siteOf[node] = numbers[site];
            }
        }
        count = next;
    }
}
