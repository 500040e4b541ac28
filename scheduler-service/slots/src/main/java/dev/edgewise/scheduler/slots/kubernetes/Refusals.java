package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.slots.decide.SlotAction;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The actions that the API server has refused: each rests for a while, and holds up no other action of its namespace. For one thread. */
final class Refusals {
    private static final Duration REST = Duration.ofSeconds(30);

    private final Ticker ticker;
    private final Map<String, Map<String, Long>> endsByNamespace = new HashMap<>();

    Refusals(Ticker ticker) {
        this.ticker = ticker;
    }

    void add(String namespace, SlotAction action) {
        endsByNamespace
                .computeIfAbsent(namespace, first -> new HashMap<>())
                .put(key(action), ticker.nanos() + REST.toNanos());
    }

    /** Returns whether the action was refused a short time ago. */
    boolean isResting(String namespace, SlotAction action) {
        Map<String, Long> ends = endsByNamespace.getOrDefault(namespace, Map.of());
        return !ends.isEmpty() && ends.getOrDefault(key(action), 0L) > ticker.nanos();
    }

    /** Returns the time until the next action of the namespace may be tried again; null if none rests. */
    @Nullable
    Duration next(String namespace) {
        Map<String, Long> ends = endsByNamespace.get(namespace);
        if (ends == null) {
            return null;
        }
        long now = ticker.nanos();
        ends.values().removeIf(end -> end <= now);
        if (ends.isEmpty()) {
            endsByNamespace.remove(namespace);
            return null;
        }
        long first = ends.values().stream().mapToLong(Long::longValue).min().orElse(now);
        return Duration.ofNanos(first - now);
    }

    void clear() {
        endsByNamespace.clear();
    }

    /** Returns the object that the action is about. The version of the object does not matter. */
    private static String key(SlotAction action) {
        String object = "";
        if (action instanceof SlotAction.CreateApplication create) {
            object = create.job().uid();
        } else if (action instanceof SlotAction.CreateGhost create) {
            object = create.testbed().uid() + "/" + create.place().node() + "/"
                    + create.place().positionOnNode();
        } else if (action instanceof SlotAction.DeleteApplication delete) {
            object = delete.application().uid();
        } else if (action instanceof SlotAction.DeletePod delete) {
            object = delete.pod().uid();
        } else if (action instanceof SlotAction.DeleteGhost delete) {
            object = delete.ghost().uid();
        } else if (action instanceof SlotAction.AddFinalizer add) {
            object = add.object().uid();
        } else if (action instanceof SlotAction.DropFinalizer drop) {
            object = drop.object().uid();
        } else if (action instanceof SlotAction.WriteTestbedStatus write) {
            object = write.testbed().uid();
        } else if (action instanceof SlotAction.WriteJobStatus write) {
            object = write.job().uid();
        } else if (action instanceof SlotAction.WriteSchedulingStatus write) {
            object = write.scheduling().uid();
        }
        return action.getClass().getSimpleName() + "/" + object;
    }
}
