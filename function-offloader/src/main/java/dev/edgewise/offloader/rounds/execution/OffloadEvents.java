package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.plan.MoveDecision;

/** Reports to the users of pods, in events, why they move or stay. Never blocks for long, never throws. */
public interface OffloadEvents {
    /** The pod leaves. */
    void offloaded(MoveDecision move);

    /** The pod is better elsewhere, and stays. */
    void refused(MoveDecision stay);
}
