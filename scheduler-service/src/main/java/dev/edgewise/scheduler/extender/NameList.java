package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.extender.Body.Part;
import dev.edgewise.scheduler.extender.Buffers.Buffer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;

/** Names of nodes in the order in which they were sent. */
final class NameList {
    private final ArrayList<Name> names = new ArrayList<>();
    private final List<String> texts = new Texts();

    /** A copy of them would be made for each question. */
    private final class Texts extends AbstractList<String> implements RandomAccess {
        @Override
        public String get(int place) {
            return names.get(place).text();
        }

        @Override
        public int size() {
            return names.size();
        }
    }

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
                read.names.ensureCapacity(Math.min((list.to() - list.from()) / (at - first) + 1, most));
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
        int to = at + 1;
        add(
                isPlain
                        ? known.name(bytes, from, to, hash)
                        : Name.of(Walk.text(body, new Part(from, to)), bytes, from, to));
        return to;
    }

    void add(Name name) {
        names.add(name);
    }

    int size() {
        return names.size();
    }

    List<String> texts() {
        return texts;
    }

    /** Writes a name as it was sent, with its quotes. */
    void write(int place, Buffer output) {
        byte[] quoted = names.get(place).quoted();
        output.write(quoted, 0, quoted.length);
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
