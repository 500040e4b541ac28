package dev.edgewise.offloader.safety;

/**
 * The reason why a pod stays.
 *
 * @param message for people: what holds, with values, and until when where that is known
 */
public record MoveRefusal(Reason reason, String message) {
    /** The kinds for metrics and events: few, and stable. */
    public enum Reason {
        TERMINATING,
        UNFIT,
        TOO_YOUNG,
        PRIORITY,
        NOT_ALL_READY,
        SINGLE_REPLICA,
        NOT_YET_SURE,
        COOL_DOWN,
        WORKLOAD_RATE,
        NODE_RATE,
        TOTAL_RATE,
        TARGET_BUSY,
        GAIN_TOO_SMALL,
        TARGET_REFUSED,
        NOT_ANSWERED,
        REFERENCE_MOVES,
        NODE_OFFLINE,
        STALE_READING
    }
}
