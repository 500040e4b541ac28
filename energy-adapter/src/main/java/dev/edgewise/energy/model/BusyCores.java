package dev.edgewise.energy.model;

/** How many cores of a node are busy. */
@FunctionalInterface
interface BusyCores {
    double of(String node);

    /** Why that is not what it should be; empty if all is well. */
    default String problem() {
        return "";
    }
}
