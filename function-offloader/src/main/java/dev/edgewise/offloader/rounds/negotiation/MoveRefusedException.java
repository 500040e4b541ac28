package dev.edgewise.offloader.rounds.negotiation;

import dev.edgewise.offloader.safety.MoveRefusal;

/** Thrown when the requested move is not allowed now; becomes a 409 problem. */
public final class MoveRefusedException extends MoveNotPossibleException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    /** @param reason one word for programs */
    public MoveRefusedException(String reason, String message) {
        super(message);
        this.reason = reason;
    }

    public MoveRefusedException(MoveRefusal refusal) {
        this(refusal.reason().name(), refusal.message());
    }

    public String reason() {
        return reason;
    }
}
