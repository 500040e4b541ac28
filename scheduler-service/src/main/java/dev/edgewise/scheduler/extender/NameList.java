package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.extender.Body.Part;
import dev.edgewise.scheduler.extender.Buffers.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Names of nodes in the order in which they were sent, and where each stands in the body, with its quotes. */
final class NameList {
    private final ArrayList<String> texts = new ArrayList<>();
    /** Where each begins, and where it ends. */
    private int[] bounds = {};

    /**
     * Reads the list from its bytes: to have a parser make each text would take a sixth of an answer.
     *
     * @param list where a list stands that a parser has found to be JSON
     * @param most names
     * @param known names that were read before
     * @throws WrongBodyException if there are more, or something else is among them
     */
    static NameList read(Body body, Part list, int most, NameTable known) {
        NameList read = new NameList();
        byte[] bytes = body.bytes();
        int first = next(bytes, list.from() + 1);
        int at = first;
        while (bytes[at] != ']') {
            at = next(bytes, read.add(body, at, known));
            Walk.requireAtMost(read.size(), most, "NodeNames");
            if (read.size() == 1) {
                // The others are about as long as the first.
                read.makeRoom(Math.min((list.to() - list.from()) / (at - first) + 1, most));
            }
        }
        return read;
    }

    /** Adds the name that stands there; returns where it ends. */
    private int add(Body body, int from, NameTable known) {
        byte[] bytes = body.bytes();
        if (bytes[from] != '"') {
            throw new WrongBodyException("NodeNames[]", kind(bytes[from]), "a text");
        }
        boolean isPlain = true;
        int hash = 0;
        int at = from + 1;
        for (byte next = bytes[at]; next != '"'; next = bytes[at]) {
            isPlain &= next != '\\' && next >= 0;
            hash = 31 * hash + next;
            at += next == '\\' ? 2 : 1;
        }
        String name = isPlain ? known.text(bytes, from + 1, at, hash) : Walk.text(body, new Part(from, at + 1));
        add(name, from, at + 1);
        return at + 1;
    }

    /** @param from where it begins, with its quotes */
    void add(String name, int from, int to) {
        int next = 2 * texts.size();
        if (next == bounds.length) {
            makeRoom(Math.max(4, next));
        }
        texts.add(name);
        bounds[next] = from;
        bounds[next + 1] = to;
    }

    /** @param room for so many names */
    private void makeRoom(int room) {
        texts.ensureCapacity(room);
        bounds = Arrays.copyOf(bounds, 2 * room);
    }

    int size() {
        return texts.size();
    }

    List<String> texts() {
        return texts;
    }

    /** Writes a name as it stands in the body, with its quotes. */
    void write(int place, Body body, Buffer output) {
        output.write(body.bytes(), bounds[2 * place], bounds[2 * place + 1] - bounds[2 * place]);
    }

    /** Where the next element begins, or the list ends. */
    private static int next(byte[] bytes, int from) {
        int at = from;
        while (bytes[at] == ',' || bytes[at] <= ' ') {
            at++;
        }
        return at;
    }

    private static String kind(byte first) {
        return switch (first) {
            case '{' -> "an object";
            case '[' -> "a list";
            case 't', 'f' -> "true or false";
            case 'n' -> "null";
            default -> "a number";
        };
    }
}
