package dev.edgewise.global.view;

/** Looks for leftovers by their labels in all members, each asked at the same time and with a deadline. */
public interface LeftoverFinder {
    /** Returns the anchors and pods that should not be there: of an attempt that was made late, there is no more. */
    Leftovers find();

    /**
     * Returns the objects of all kinds that should not be there, as far as the accounts of tenants may list them; what
     * was not looked at is named.
     */
    default Leftovers findInAllKinds() {
        return find();
    }
}
