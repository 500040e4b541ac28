package dev.edgewise.scheduler.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds nodes by the bytes of their names, so that no text is made of names that are sent. All data that is read for a
 * name lies in few arrays: to follow references to thousands of objects would miss the cache for each. Made when it is
 * first asked. Thread-safe.
 */
final class NodeNameIndex {
    /** 2^32 over the golden ratio: names that differ in a digit come far apart. */
    private static final int HASH_MULTIPLIER = 0x9E3779B9;
    /** Places for each node: most names are then found at the first one. */
    private static final int SLOTS_PER_NODE = 2;

    private final Map<String, Integer> positions;
    private volatile @Nullable Table table;

    /** @param positions by name, from 0 up; not changed any more once this is asked */
    NodeNameIndex(Map<String, Integer> positions) {
        this.positions = positions;
    }

    /**
     * The position of the node with that name; -1 if there is none.
     *
     * @param text holds the name from one byte up to another
     * @param hash of the name, as {@link String#hashCode} has it
     */
    int positionOf(byte[] text, int from, int to, int hash) {
        Table known = table;
        if (known == null) {
            known = new Table(namesOf(positions));
            table = known;
        }
        return known.positionOf(text, from, to, hash);
    }

    private static String[] namesOf(Map<String, Integer> positions) {
        String[] names = new String[positions.size()];
        positions.forEach((name, position) -> names[position] = name);
        return names;
    }

    private static final class Table {
        /** One more than the position, so that 0 ends a run of names that share a place. */
        private final int[] places;

        private final int shift;
        private final byte[] names;
        /** Start of each position's name; at the end, the end of the last name. */
        private final int[] begins;

        Table(String... nodes) {
            int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, nodes.length * SLOTS_PER_NODE));
            this.shift = Integer.SIZE - bits;
            this.places = new int[1 << bits];
            this.begins = new int[nodes.length + 1];
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            for (int i = 0; i < nodes.length; i++) {
                written.writeBytes(nodes[i].getBytes(UTF_8));
                begins[i + 1] = written.size();
                places[freePlace(nodes[i].hashCode())] = i + 1;
            }
            this.names = written.toByteArray();
        }

        private int freePlace(int hash) {
            int place = firstPlace(hash);
            while (places[place] != 0) {
                place = next(place);
            }
            return place;
        }

        int positionOf(byte[] text, int from, int to, int hash) {
            for (int place = firstPlace(hash); places[place] != 0; place = next(place)) {
                int position = places[place] - 1;
                if (Arrays.equals(names, begins[position], begins[position + 1], text, from, to)) {
                    return position;
                }
            }
            return -1;
        }

        private int firstPlace(int hash) {
            return hash * HASH_MULTIPLIER >>> shift;
        }

        private int next(int place) {
            return place + 1 & places.length - 1;
        }
    }
}
