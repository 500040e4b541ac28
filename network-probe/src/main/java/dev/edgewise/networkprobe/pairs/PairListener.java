package dev.edgewise.networkprobe.pairs;

/** Hears of pairs, by name. */
@FunctionalInterface
public interface PairListener {
    /** @param micros the median round-trip time, in µs */
    void measured(String from, String to, long micros);
}
