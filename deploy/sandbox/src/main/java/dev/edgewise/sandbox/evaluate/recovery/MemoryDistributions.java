package dev.edgewise.sandbox.evaluate.recovery;

import java.util.Random;

/** Distributions of the memory that pods request. */
enum MemoryDistributions {
    EQUAL("equal", 6.2, 1),
    MIXED("mixed", 10, 1, 2, 6);

    private final String label;
    private final double mostReserve;
    private final int[] gib;

    MemoryDistributions(String label, double mostReserve, int... gib) {
        this.label = label;
        this.mostReserve = mostReserve;
        this.gib = gib;
    }

    String label() {
        return label;
    }

    /** Maximum reserve in percent of the protected memory. */
    double mostReserve() {
        return mostReserve;
    }

    /** Bytes. */
    long next(Random random) {
        return gib[random.nextInt(gib.length)] * NodesWithTrueDelays.GIB;
    }
}
