package dev.edgewise.global.view;

/** Looks for leftovers by their labels in all members, each asked at the same time and with a deadline. */
public interface LeftoverFinder {
    Leftovers find();
}
