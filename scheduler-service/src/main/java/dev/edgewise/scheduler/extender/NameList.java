package dev.edgewise.scheduler.extender;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.edgewise.scheduler.extender.Body.Part;
import java.util.ArrayList;
import java.util.List;

/** Names of nodes in the order in which they were sent, and where each stands in the body, with its quotes. */
final class NameList {
    /** In bytes, with quotes and comma: of names so short there is room for all from the beginning. */
    private static final int SHORT = 8;

    private final List<String> names;
    private final List<Part> quoted;

    NameList() {
        this(0);
    }

    private NameList(int room) {
        names = new ArrayList<>(room);
        quoted = new ArrayList<>(room);
    }

    /**
     * Reads the list from its bytes: to have a parser make each text would take a sixth of an answer.
     *
     * @param list where a list stands that a parser has found to be JSON
     * @param most names
     * @throws WrongBodyException if there are more, or something else is among them
     */
    static NameList read(Body body, Part list, int most) {
        NameList read = new NameList(Math.min((list.to() - list.from()) / SHORT, most));
        byte[] bytes = body.bytes();
        int at = next(bytes, list.from() + 1);
        while (bytes[at] != ']') {
            at = read.add(body, at);
            Walk.requireAtMost(read.names.size(), most, "NodeNames");
            at = next(bytes, at);
        }
        return read;
    }

    /** Adds the name that stands there; returns where it ends. */
    private int add(Body body, int from) {
        byte[] bytes = body.bytes();
        if (bytes[from] != '"') {
            throw new WrongBodyException("NodeNames[]", kind(bytes[from]), "a text");
        }
        boolean isPlain = true;
        int at = from + 1;
        for (byte next = bytes[at]; next != '"'; next = bytes[at]) {
            isPlain &= next != '\\' && next >= 0;
            at += next == '\\' ? 2 : 1;
        }
        Part quoted = new Part(from, at + 1);
        add(isPlain ? new String(bytes, from + 1, at - from - 1, ISO_8859_1) : Walk.text(body, quoted), quoted);
        return at + 1;
    }

    void add(String name, Part where) {
        names.add(name);
        quoted.add(where);
    }

    List<String> names() {
        return names;
    }

    List<Part> quoted() {
        return quoted;
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
