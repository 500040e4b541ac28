package dev.edgewise.offloader.planning;

/**
 * Functions of a node for which it keeps room together: those that are at home, or those of one namespace that are not.
 *
 * @param namespace blank of those that are at home
 */
record ReservedCapacityGroup(int owner, String namespace) {
    static ReservedCapacityGroup of(PlannedFunction function) {
        return function.isHome() ? atHome(function.owner()) : elsewhere(function.owner(), function.namespace());
    }

    static ReservedCapacityGroup atHome(int owner) {
        return new ReservedCapacityGroup(owner, "");
    }

    static ReservedCapacityGroup elsewhere(int owner, String namespace) {
        return new ReservedCapacityGroup(owner, namespace);
    }
}
