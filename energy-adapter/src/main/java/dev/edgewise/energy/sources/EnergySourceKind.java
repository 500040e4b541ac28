package dev.edgewise.energy.sources;

import java.util.Locale;

/** A source of energy readings. */
public enum EnergySourceKind {
    /** A device reports its own. */
    PUSH,
    /** PromQL over a Prometheus server. */
    PROMETHEUS,
    /** Percentages over time, from a file. */
    TRACE,
    /** A battery and a panel, computed. */
    MODEL,
    /** Rotating levels: nodes exchange them at an interval, as in the prototype. */
    SWITCH;

    private final String published = name().toLowerCase(Locale.ROOT);

    /** The name that its readings are published with. */
    public String published() {
        return published;
    }

    /** The form in which it is configured. */
    @Override
    public String toString() {
        return published;
    }
}
