package dev.edgewise.scheduler.signals.rtt;

import java.util.Arrays;
import java.util.List;

/** The numbers of the nodes of a cluster in an index, in their order, so that arrays can hold values of all of them. */
public final class NodeNumbers {
    /** The position of a node that is not there. */
    public static final int ABSENT = -1;

    private final NodeNameNumbering ids;
    private final int known;
    private final int[] numbers;
    private final int[] positions;
    /** Whether each of the nodes has a number. */
    private final boolean complete;
    /** Whether nothing else has one. */
    private final boolean exclusive;

    NodeNumbers(NodeNameNumbering ids, List<String> nodes) {
        this.ids = ids;
        this.known = ids.found();
        this.numbers = new int[nodes.size()];
        this.positions = new int[known];
        Arrays.fill(positions, ABSENT);
        int found = 0;
        for (int i = 0; i < numbers.length; i++) {
            int number = ids.find(nodes.get(i));
            numbers[i] = number;
            if (number >= 0 && number < known) {
                positions[number] = i;
                found++;
            }
        }
        this.complete = found == numbers.length;
        this.exclusive = found == known;
    }

    /** Returns whether they still hold: no node has got a number meanwhile. */
    public boolean holdFor(RttIndex index) {
        return index.ids() == ids && (complete || ids.size() == known);
    }

    public int size() {
        return numbers.length;
    }

    /** Returns whether these nodes, and no others, have the numbers below that one. */
    boolean areAllBelow(int number) {
        return complete && exclusive && number == known;
    }

    /** The number of the node at that position, as {@link NearestDistances} takes it. */
    public int at(int position) {
        return numbers[position];
    }

    /** Returns the position of the node of that number; {@link #ABSENT} if it is none of these nodes. */
    public int positionOf(int number) {
        return number < positions.length ? positions[number] : ABSENT;
    }
}
