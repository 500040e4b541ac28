package dev.edgewise.offloader.planning;

/**
 * Functions of a node for which it keeps room together: those that are at home, or those of one namespace that are not.
 *
 * @param namespace blank of those that are at home
 */
record OwnedShare(int owner, String namespace) {
    static OwnedShare of(PlannedFunction function) {
        return function.isHome() ? atHome(function.owner()) : elsewhere(function.owner(), function.namespace());
    }

    static OwnedShare atHome(int owner) {
        return new OwnedShare(owner, "");
    }

    static OwnedShare elsewhere(int owner, String namespace) {
        return new OwnedShare(owner, namespace);
    }
}
