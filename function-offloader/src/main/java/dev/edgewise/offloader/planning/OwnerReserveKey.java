package dev.edgewise.offloader.planning;

/**
 * Functions of a node for which it keeps room together: those that are at home, or those of one namespace that are not.
 *
 * @param namespace blank of those that are at home
 */
record OwnerReserveKey(int owner, String namespace) {
    static OwnerReserveKey of(PlannedFunction function) {
        return function.isHome() ? atHome(function.owner()) : elsewhere(function.owner(), function.namespace());
    }

    static OwnerReserveKey atHome(int owner) {
        return new OwnerReserveKey(owner, "");
    }

    static OwnerReserveKey elsewhere(int owner, String namespace) {
        return new OwnerReserveKey(owner, namespace);
    }
}
