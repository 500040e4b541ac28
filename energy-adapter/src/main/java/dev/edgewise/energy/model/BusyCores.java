package dev.edgewise.energy.model;

/** Number of busy cores of a node. */
@FunctionalInterface
interface BusyCores {
    double of(String node);

    /** Problem with these numbers; empty if there is none. */
    default String problem() {
        return "";
    }
}
