package dev.edgewise.global.model;

/** The queue that a request enters. {@code FIRST} is also where a request goes that has failed more than K* times. */
public enum PriorityClass {
    FIRST,
    FAST,
    BASE
}
