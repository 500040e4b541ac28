package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.extender.Buffers.Buffer;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** Names of nodes in the order in which they were sent. */
final class NameList {
    /** Stands for the end of a list that is not there. */
    static final int NONE = -1;

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
     * Reads a list that is written as kube-scheduler writes it, of plain texts without spaces, without a parser: it would go over each name first.
     *
     * @param from where the value begins
     * @param most names
     * @param known names that were read before
     * @return where the list ends; {@link #NONE} if it is written in another way, and the list is to be read again by the parser, into another one
     * @throws WrongBodyException if there are more
     */
    int readPlain(Body body, int from, int most, NameTable known) {
        byte[] bytes = body.bytes();
        int at = from;
        while (at < body.length() && bytes[at] == (names.isEmpty() ? '[' : ',')) {
            int end = addPlain(body, at + 1, known);
            if (end == NONE) {
                return NONE;
            }
            Walk.requireAtMost(names.size(), most, "NodeNames");
            if (names.size() == 1) {
                // The others are about as long as the first.
                names.ensureCapacity(Math.min((body.length() - from) / (end - at) + 1, most));
            }
            at = end;
        }
        return !names.isEmpty() && at < body.length() && bytes[at] == ']' ? at + 1 : NONE;
    }

    /** Adds the name that stands there; returns where it ends, or {@link #NONE} if it is anything but printable ASCII in quotes. */
    private int addPlain(Body body, int from, NameTable known) {
        byte[] bytes = body.bytes();
        int length = body.length();
        if (from >= length || bytes[from] != '"') {
            return NONE;
        }
        int hash = 0;
        int at = from + 1;
        while (at < length && isPlain(bytes[at])) {
            hash = 31 * hash + bytes[at];
            at++;
        }
        if (at >= length || bytes[at] != '"') {
            return NONE;
        }
        names.add(known.name(bytes, from, at + 1, hash));
        return at + 1;
    }

    /** Whether that character is a part of a text, and stands for itself. */
    private static boolean isPlain(byte next) {
        return next >= ' ' && next != '"' && next != '\\';
    }

    void add(Name name) {
        names.add(name);
    }

    int size() {
        return names.size();
    }

    /** Those that were not rejected. */
    NameList accepted(@Nullable Rejection[] rejections) {
        NameList accepted = new NameList();
        accepted.names.ensureCapacity(names.size());
        for (int i = 0; i < rejections.length; i++) {
            if (rejections[i] == null) {
                accepted.names.add(names.get(i));
            }
        }
        return accepted;
    }

    /** Where a list of exactly these names ends, written without spaces, that begins there; -1 if another one does, or none. */
    int endIn(Body body, int from) {
        byte[] bytes = body.bytes();
        int at = from;
        for (int i = 0; i < names.size(); i++) {
            byte[] quoted = names.get(i).quoted();
            int end = at + 1 + quoted.length;
            if (end >= body.length()
                    || bytes[at] != (i == 0 ? '[' : ',')
                    || !names.get(i).is(bytes, at + 1, end)) {
                return NONE;
            }
            at = end;
        }
        return at > from && bytes[at] == ']' ? at + 1 : NONE;
    }

    List<String> texts() {
        return texts;
    }

    /** Writes a name as it was sent, with its quotes. */
    void write(int place, Buffer output) {
        byte[] quoted = names.get(place).quoted();
        output.write(quoted, 0, quoted.length);
    }
}
