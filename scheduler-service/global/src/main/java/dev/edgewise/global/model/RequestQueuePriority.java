package dev.edgewise.global.model;

/**
 * The queue that a request enters. {@code FIRST} is also where a request goes that has failed more often than a setting
 * allows.
 */
public enum RequestQueuePriority {
    FIRST,
    FAST,
    BASE
}
