package dev.edgewise.networkprobe.estimation;

import java.util.Arrays;

/**
 * Measurements from one node to others: a hash table of primitives with linear probing, as a large cluster has a
 * million pairs.
 */
final class NodeMeasurementTable {
    private static final int FREE = -1;

    private int[] nodes = filled(8);
    private int[] micros = new int[8];
    private int[] seconds = new int[8];
    private int size;

    @FunctionalInterface
    interface Visitor {
        void visit(int node, int micros, int seconds);
    }

    void put(int node, int value, int at) {
        if (2 * size >= nodes.length) {
            resize(2 * nodes.length, Integer.MIN_VALUE, FREE);
        }
        int slot = slot(node);
        if (nodes[slot] == FREE) {
            nodes[slot] = node;
            size++;
        }
        micros[slot] = value;
        seconds[slot] = at;
    }

    /** The round-trip time to a node in µs, −1 if there is none. */
    int micros(int node) {
        int slot = slot(node);
        return nodes[slot] == FREE ? -1 : micros[slot];
    }

    /** Time when an existing pair was measured, in seconds. */
    int seconds(int node) {
        return seconds[slot(node)];
    }

    void forEach(Visitor visitor) {
        for (int slot = 0; slot < nodes.length; slot++) {
            if (nodes[slot] != FREE) {
                visitor.visit(nodes[slot], micros[slot], seconds[slot]);
            }
        }
    }

    void remove(int node) {
        if (micros(node) >= 0) {
            resize(nodes.length, Integer.MIN_VALUE, node);
        }
    }

    void expire(int before) {
        for (int slot = 0; slot < nodes.length; slot++) {
            if (nodes[slot] != FREE && seconds[slot] < before) {
                resize(nodes.length, before, FREE);
                return;
            }
        }
    }

    private void resize(int capacity, int notBefore, int without) {
        int[] oldNodes = nodes;
        int[] oldMicros = micros;
        int[] oldSeconds = seconds;
        nodes = filled(capacity);
        micros = new int[capacity];
        seconds = new int[capacity];
        size = 0;
        for (int slot = 0; slot < oldNodes.length; slot++) {
            if (oldNodes[slot] != FREE && oldNodes[slot] != without && oldSeconds[slot] >= notBefore) {
                put(oldNodes[slot], oldMicros[slot], oldSeconds[slot]);
            }
        }
    }

    private int slot(int node) {
        int slot = (node * 0x9E3779B9 >>> 7) & (nodes.length - 1);
        while (nodes[slot] != FREE && nodes[slot] != node) {
            slot = (slot + 1) & (nodes.length - 1);
        }
        return slot;
    }

    private static int[] filled(int capacity) {
        int[] nodes = new int[capacity];
        Arrays.fill(nodes, FREE);
        return nodes;
    }
}
