package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.scheduler.extender.buffer.ByteRange;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names as kube-scheduler writes them: a list of plain texts without spaces. They are read without a parser, which
 * would copy each first, and names of known nodes are not converted to strings.
 */
final class CompactNodeNames implements NodeNames {
    private static final int NONE = -1;
    private static final int[] EMPTY = {};

    private final RequestBody body;
    /** The offset where each name begins, then where the next one would. */
    private int[] begins = EMPTY;
    /** The hash of each name's text. */
    private int[] hashes = EMPTY;

    private int size;

    private CompactNodeNames(RequestBody body) {
        this.body = body;
    }

    /**
     * Reads the list that begins there.
     *
     * @param most names
     * @return null if it is written in another way, and to be read by the parser; never an empty list
     * @throws InvalidBodyException if there are more
     */
    static @Nullable CompactNodeNames read(RequestBody body, int from, int most) {
        CompactNodeNames names = new CompactNodeNames(body);
        byte[] bytes = body.bytes();
        int at = from;
        while (at < body.length() && bytes[at] == (names.size == 0 ? '[' : ',')) {
            int end = names.add(at + 1, most);
            if (end == NONE) {
                return null;
            }
            at = end;
        }
        if (names.size == 0 || at >= body.length() || bytes[at] != ']') {
            return null;
        }
        names.begins[names.size] = at + 1;
        return names;
    }

    /**
     * Adds the name at that offset; returns where it ends, or {@link #NONE} if it is anything but printable ASCII in
     * quotes.
     */
    private int add(int from, int most) {
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
        JsonCursor.requireAtMost(size + 1, most, "NodeNames");
        if (size + 1 >= begins.length) {
            grow(from, at + 1, most);
        }
        begins[size] = from;
        hashes[size++] = hash;
        return at + 1;
    }

    /** Makes room for names about as long as that one, and for half as many more as there are. */
    private void grow(int from, int to, int most) {
        int others = (body.length() - to) / (to - from + 1);
        int names = Math.min(most, size + 1 + Math.max(others, size / 2));
        begins = Arrays.copyOf(begins, names + 1);
        hashes = Arrays.copyOf(hashes, names);
    }

    /** Returns whether that character is a part of a text, and stands for itself. */
    private static boolean isPlain(byte next) {
        return next >= ' ' && next != '"' && next != '\\';
    }

    /**
     * Returns the names of the ranges, which follow each other in a list of another body.
     *
     * @param from offset of the first one
     */
    CompactNodeNames moved(List<IndexRange> ranges, RequestBody other, int from) {
        CompactNodeNames moved = new CompactNodeNames(other);
        moved.begins = new int[size + 1];
        moved.hashes = new int[size];
        moved.begins[0] = from;
        for (IndexRange range : ranges) {
            moved.add(this, range);
        }
        return moved;
    }

    private void add(CompactNodeNames from, IndexRange range) {
        int shift = begins[size] - from.begins[range.first()];
        System.arraycopy(from.hashes, range.first(), hashes, size, range.size());
        for (int i = range.first(); i < range.end(); i++) {
            begins[++size] = from.begins[i + 1] + shift;
        }
    }

    /** Returns the part from the bracket before the names to the one behind them. */
    ByteRange list() {
        return new ByteRange(begins[0] - 1, begins[size]);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int begin(int place) {
        return begins[place];
    }

    @Override
    public int end(int place) {
        return begins[place + 1] - 1;
    }

    @Override
    public NodeState node(int place, Snapshot snapshot) {
        int from = begins[place] + 1;
        int to = begins[place + 1] - 2;
        int position = snapshot.positionOf(body.bytes(), from, to, hashes[place]);
        return position < 0 ? snapshot.nodeOrUnknown(body.text(new ByteRange(from, to))) : snapshot.nodeAt(position);
    }
}
