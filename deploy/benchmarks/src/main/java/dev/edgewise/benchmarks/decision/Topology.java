package dev.edgewise.benchmarks.decision;

import dev.edgewise.scheduler.signals.rtt.Rtt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Locations of nodes: sites of 10 to 19 nodes in 8 regions. Round-trip times are 1 to 9 ms within a site and 10 to 65
 * ms between sites, more with the distance.
 */
final class Topology {
    static final int REGIONS = 8;
    private static final int LONGEST_TENTHS = 650;
    private static final Rtt[] BY_TENTHS = times();

    private final List<Place> places = new ArrayList<>();

    /** A node's place; coordinates 0..1. */
    record Place(String node, int site, double x, double y) {
        String siteName() {
            return "site-" + site;
        }

        String regionName() {
            return "region-" + site % REGIONS;
        }
    }

    Topology(int nodes, SplittableRandom random) {
        int site = 0;
        while (places.size() < nodes) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            int size = Math.min(10 + random.nextInt(10), nodes - places.size());
            for (int i = 0; i < size; i++) {
                places.add(new Place("node-" + places.size(), site, x, y));
            }
            site++;
        }
    }

    List<Place> places() {
        return places;
    }

    /** The times from one node to all others. */
    Map<String, Rtt> row(Place from, SplittableRandom random) {
        Map<String, Rtt> row = new HashMap<>(places.size() * 2);
        for (Place to : places) {
            if (to != from) {
                row.put(to.node(), BY_TENTHS[tenths(from, to, random)]);
            }
        }
        return row;
    }

    /** Round-trip time in tenths of a millisecond. */
    private static int tenths(Place from, Place to, SplittableRandom random) {
        if (from.site() == to.site()) {
            return 10 + random.nextInt(80);
        }
        double distance = Math.hypot(from.x() - to.x(), from.y() - to.y()) / Math.sqrt(2);
        return Math.min(LONGEST_TENTHS, 100 + (int) (distance * 500) + random.nextInt(50));
    }

    private static Rtt[] times() {
        Rtt[] times = new Rtt[LONGEST_TENTHS + 1];
        for (int i = 0; i < times.length; i++) {
            long micros = i * 100L;
            times[i] = new Rtt(micros, micros * 5 / 4, micros * 3 / 2, 0, Long.MAX_VALUE);
        }
        return times;
    }
}
