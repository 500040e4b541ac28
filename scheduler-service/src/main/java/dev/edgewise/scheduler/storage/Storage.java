package dev.edgewise.scheduler.storage;

/** All storage objects of the cluster at one moment. */
public record Storage() {
    public static final Storage EMPTY = new Storage();
}
