package dev.edgewise.offloader.planning;

import java.util.Arrays;

/**
 * The functions on one node, in the order in which they came. Plain numbers: a search looks at each many thousand
 * times.
 */
final class HostedFunctions {
    private static final int FIRST_SIZE = 16;

    private int[] functions = new int[FIRST_SIZE];
    private int size;

    int size() {
        return size;
    }

    int at(int position) {
        return functions[position];
    }

    void add(int function) {
        if (size == functions.length) {
            functions = Arrays.copyOf(functions, size * 2);
        }
        functions[size++] = function;
    }

    void remove(int function) {
        int position = 0;
        while (functions[position] != function) {
            position++;
        }
        size--;
        System.arraycopy(functions, position + 1, functions, position, size - position);
    }
}
