package dev.edgewise.scheduler.slots.decide;

/** Decides about the slots of a namespace. Equal worlds give equal decisions, whatever the order of their lists. */
public interface SlotDecider {
    SlotDecision decide(SlotDecisionInput world);
}
