package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.decide.SlotAction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which the actions of a decision are carried out. The ledger comes first, then actions that free slots,
 * for which the next job waits. A pause pod comes before the application of its slot, as a late one would take the room
 * of the application's pod. Statuses and events come last.
 */
final class ActionOrder {
    private ActionOrder() {}

    static List<SlotAction> of(List<SlotAction> actions) {
        List<SlotAction> ordered = new ArrayList<>(actions);
        ordered.sort(Comparator.comparingInt(ActionOrder::rank));
        return ordered;
    }

    private static int rank(SlotAction action) {
        if (action instanceof SlotAction.WriteClaims) {
            return 0;
        } else if (action instanceof SlotAction.DeleteApplication || action instanceof SlotAction.DeletePod) {
            return 1;
        } else if (action instanceof SlotAction.CreatePausePod || action instanceof SlotAction.DeletePausePod) {
            return 2;
        } else if (action instanceof SlotAction.WriteTestbedStatus
                || action instanceof SlotAction.WriteJobStatus
                || action instanceof SlotAction.WriteSchedulingStatus) {
            return 4;
        } else if (action instanceof SlotAction.DropFinalizer) {
            return 5;
        } else if (action instanceof SlotAction.RecordEvent) {
            return 6;
        }
        return 3;
    }
}
