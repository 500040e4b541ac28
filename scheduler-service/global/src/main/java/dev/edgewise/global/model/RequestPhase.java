package dev.edgewise.global.model;

/** The phases of a request, in the words of the prototype's life cycle. */
public enum RequestPhase {
    QUEUED,
    SCHEDULING,
    COMPLETED,
    FAILED,
    CANCELLED;

    public boolean isFinal() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
}
