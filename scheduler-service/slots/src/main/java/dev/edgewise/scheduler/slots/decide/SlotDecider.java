package dev.edgewise.scheduler.slots.decide;

/** Decides about the slots of a namespace. Equal inputs give equal decisions, whatever the order of their lists. */
public interface SlotDecider {
    SlotDecision decide(SlotDecisionInput input);
}
