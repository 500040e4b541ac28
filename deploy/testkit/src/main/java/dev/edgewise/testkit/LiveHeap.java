package dev.edgewise.testkit;

/** Heap size of the objects of this process that are in use. */
public final class LiveHeap {
    /** One collection may leave what the next finds. */
    private static final int COLLECTIONS = 3;

    private LiveHeap() {}

    /** Heap size in bytes, after full collections. */
    public static long bytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
