package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.plan.MoveDecision;

/** Tells the users of pods, in events, what becomes of them. Never blocks for long, never throws. */
public interface OffloadEvents {
    /** The pod leaves. */
    void offloaded(MoveDecision move);

    /** The pod is better elsewhere, and stays. */
    void refused(MoveDecision stay);
}
