package dev.edgewise.kubernetes.watch;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Versions of very many objects, by 64 bits made of their names: 24 bytes each, where a map of names takes 150. In a
 * million names two have the same bits with a probability of 3 in 100 million; clients cannot choose such names, as the
 * bits differ from process to process. Not thread-safe.
 */
final class ResourceVersionByNameMap {
    /** Version of a name that is absent; stored for a key that was removed. */
    static final long NONE = -1;

    private static final int FEWEST = 16;
    /** Odd, so that no bit is lost, and another one in each process. */
    private static final long FACTOR = ThreadLocalRandom.current().nextLong() | 1;

    private static final long FREE = 0;

    /** Open addressing: a key stands at the first free place from its own on. */
    private long[] keys = new long[FEWEST];

    private long[] versions = new long[FEWEST];
    /** Keys, those without a version among them. */
    private int used;

    /** @param version 0 or more */
    void put(NamespacedName name, long version) {
        if (used > keys.length - keys.length / 4) {
            resize();
        }
        put(key(name), version);
    }

    /** The version, or {@link #NONE}. */
    long get(NamespacedName name) {
        int at = place(key(name));
        return keys[at] == FREE ? NONE : versions[at];
    }

    boolean contains(NamespacedName name) {
        return get(name) != NONE;
    }

    void remove(NamespacedName name) {
        int at = place(key(name));
        if (keys[at] != FREE) {
            versions[at] = NONE;
        }
    }

    /** Removes those that are neither among the others nor newer than the version. */
    void removeUnless(ResourceVersionByNameMap others, long newest) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != FREE && versions[i] <= newest && others.isAbsent(keys[i])) {
                versions[i] = NONE;
            }
        }
    }

    /** Sets the version of each name to 0, older than all. */
    void forgetVersions() {
        for (int i = 0; i < keys.length; i++) {
            versions[i] = versions[i] == NONE ? NONE : 0;
        }
    }

    void clear() {
        Arrays.fill(keys, FREE);
        used = 0;
    }

    private boolean isAbsent(long key) {
        int at = place(key);
        return keys[at] == FREE || versions[at] == NONE;
    }

    private void put(long key, long version) {
        int at = place(key);
        if (keys[at] == FREE) {
            keys[at] = key;
            used++;
        }
        versions[at] = version;
    }

    /** Index of the key, or of the place where it would be. */
    private int place(long key) {
        int at = (int) ((key >>> 32) * keys.length >>> 32);
        while (keys[at] != key && keys[at] != FREE) {
            at = at + 1 == keys.length ? 0 : at + 1;
        }
        return at;
    }

    /** Grows to one and a half of the names that are present; removed ones make room. */
    private void resize() {
        long[] before = keys;
        long[] its = versions;
        int there = 0;
        for (int i = 0; i < before.length; i++) {
            there += before[i] != FREE && its[i] != NONE ? 1 : 0;
        }
        int size = Math.max(FEWEST, there + there / 2 + 1);
        keys = new long[size];
        versions = new long[size];
        used = 0;
        for (int i = 0; i < before.length; i++) {
            if (before[i] != FREE && its[i] != NONE) {
                put(before[i], its[i]);
            }
        }
    }

    private static long key(NamespacedName name) {
        long key = hash(hash(FACTOR, name.namespace()) * FACTOR, name.name());
        return key == FREE ? 1 : key;
    }

    private static long hash(long start, String text) {
        long hash = start;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FACTOR;
            hash ^= hash >>> 32;
        }
        return hash;
    }
}
