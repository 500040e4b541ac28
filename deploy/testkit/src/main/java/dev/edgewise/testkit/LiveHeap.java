package dev.edgewise.testkit;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/** Heap size of the objects of this process that are in use. */
public final class LiveHeap {
    /** One collection may leave what the next finds. */
    private static final int COLLECTIONS = 3;

    private LiveHeap() {}

    /**
     * Returns the bytes that the last of several full collections left: what other threads allocated since does not
     * count.
     */
    public static long bytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getCollectionUsage)
                .mapToLong(usage -> usage == null ? 0 : usage.getUsed())
                .sum();
    }
}
