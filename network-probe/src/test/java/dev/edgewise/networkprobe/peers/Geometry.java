package dev.edgewise.networkprobe.peers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A seeded network: sites of one to five nodes scattered over cities on a plane, half a millisecond inside a site;
 * between sites the distance, lengthened by a detour of the pair of cities up to a third, plus what both access lines
 * add.
 */
final class Geometry {
    private static final int CITIES = 8;

    private record Site(int city, double x, double y, double line) {}

    private final List<Site> siteOf = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final double[] detours;

    Geometry(int nodes, long seed) {
        Random random = new Random(seed);
        detours = random.doubles((long) CITIES * CITIES, 1, 1.33).toArray();
        while (siteOf.size() < nodes) {
            int city = random.nextInt(CITIES);
            Site site = new Site(
                    city,
                    city % 4 * 35 + 4 * random.nextGaussian(),
                    city / 4 * 45 + 4 * random.nextGaussian(),
                    0.5 + random.nextDouble());
            siteOf.addAll(Collections.nCopies(Math.min(1 + random.nextInt(5), nodes - siteOf.size()), site));
        }
        for (int node = 0; node < nodes; node++) {
            names.add(String.format("node-%03d", node));
        }
    }

    List<String> names() {
        return names;
    }

    long micros(String from, String to) {
        Site a = siteOf.get(names.indexOf(from));
        Site b = siteOf.get(names.indexOf(to));
        if (a == b) {
            return 500;
        }
        double detour = detours[Math.min(a.city, b.city) * CITIES + Math.max(a.city, b.city)];
        return Math.round(1e3 * (detour * Math.hypot(a.x - b.x, a.y - b.y) + a.line + b.line));
    }
}
