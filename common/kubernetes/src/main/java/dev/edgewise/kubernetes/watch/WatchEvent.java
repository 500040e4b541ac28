package dev.edgewise.kubernetes.watch;

/** An event of a watch. */
sealed interface WatchEvent<T> {
    /** The object is new, or it changed. */
    record Changed<T>(T object) implements WatchEvent<T> {}

    /**
     * The object is new, or it changed, but it cannot be mapped.
     *
     * @param partial what was read of it, its metadata above all
     */
    record Unreadable<T>(T partial, String problem) implements WatchEvent<T> {}

    /** The object was deleted, or is not selected any more. */
    record Gone<T>(T object) implements WatchEvent<T> {}

    /** A bookmark: all changes up to this version were delivered. */
    record Bookmark<T>(String revision) implements WatchEvent<T> {}

    /**
     * The watch cannot continue.
     *
     * @param code HTTP status; 410 if the version to continue from is too old
     */
    record Failed<T>(int code, String message) implements WatchEvent<T> {}
}
