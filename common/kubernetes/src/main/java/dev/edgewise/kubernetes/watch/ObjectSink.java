package dev.edgewise.kubernetes.watch;

/** Takes the objects of a list. */
interface ObjectSink<T> {
    /** A list begins, or begins again, as of a newer version: one that was begun before does not count. */
    default void begun() {}

    void object(T object);

    /**
     * Takes one that cannot be mapped.
     *
     * @param partial what was read of it before the field that cannot; in general its metadata
     * @param problem names that field
     */
    void unreadable(T partial, String problem);
}
