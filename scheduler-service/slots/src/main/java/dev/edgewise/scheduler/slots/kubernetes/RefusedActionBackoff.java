package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The actions that the API server has refused, and the pause pods that a kubelet has: each pauses, longer from time to
 * time, and delays no other action of its namespace. For one thread.
 */
final class RefusedActionBackoff {
    private static final Backoff OF_PAUSE_PODS = new Backoff(Duration.ofMinutes(1), Duration.ofMinutes(30));
    private static final Backoff OF_OTHERS = new Backoff(Duration.ofSeconds(30), Duration.ofSeconds(30));

    private final Ticker ticker;
    private final Map<String, Map<String, Refusal>> byNamespace = new HashMap<>();

    RefusedActionBackoff(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * A refused action.
     *
     * @param times in a row
     * @param ends when it may be tried again
     * @param forgottenAt when it was accepted for as long as it has paused
     */
    private record Refusal(int times, long ends, long forgottenAt) {}

    void add(String namespace, SlotAction action) {
        add(namespace, key(action), action instanceof SlotAction.CreatePausePod ? OF_PAUSE_PODS : OF_OTHERS);
    }

    /** Notes that a pause pod has ended by itself: the next one in its slot would end as well. */
    void addEnded(String namespace, SlotPausePod pausePod) {
        add(namespace, ofPausePod(pausePod.testbedUid(), pausePod.place()), OF_PAUSE_PODS);
    }

    private void add(String namespace, String key, Backoff pauses) {
        Map<String, Refusal> known = byNamespace.computeIfAbsent(namespace, first -> new HashMap<>());
        Refusal before = known.get(key);
        long now = ticker.nanos();
        if (before != null && before.ends - now > 0) {
            // The same one is seen again.
            return;
        }
        int times = before == null || before.forgottenAt - now <= 0 ? 1 : before.times + 1;
        long pause = pauses.after(times).toNanos();
        known.put(key, new Refusal(times, now + pause, now + 2 * pause));
    }

    /** Returns whether the action was refused a short time ago. */
    boolean isPaused(String namespace, SlotAction action) {
        Map<String, Refusal> known = byNamespace.get(namespace);
        Refusal refusal = known == null ? null : known.get(key(action));
        return refusal != null && refusal.ends - ticker.nanos() > 0;
    }

    /** Returns the time until the next action of the namespace may be tried again; null if none pauses. */
    @Nullable
    Duration next(String namespace) {
        Map<String, Refusal> known = byNamespace.get(namespace);
        if (known == null) {
            return null;
        }
        long now = ticker.nanos();
        known.values().removeIf(refusal -> refusal.forgottenAt - now <= 0);
        if (known.isEmpty()) {
            byNamespace.remove(namespace);
        }
        return known.values().stream()
                .map(refusal -> refusal.ends - now)
                .filter(left -> left > 0)
                .min(Long::compare)
                .map(Duration::ofNanos)
                .orElse(null);
    }

    void clear() {
        byNamespace.clear();
    }

    private static String ofPausePod(String testbedUid, SlotPlace place) {
        return "CreatePausePod/" + testbedUid + "/" + place.node() + "/" + place.positionOnNode();
    }

    /** Returns the object that the action is about. The version of the object does not matter. */
    private static String key(SlotAction action) {
        String object = "";
        if (action instanceof SlotAction.CreatePausePod create) {
            return ofPausePod(create.testbed().uid(), create.place());
        } else if (action instanceof SlotAction.CreateApplication create) {
            object = create.job().uid();
        } else if (action instanceof SlotAction.DeleteApplication delete) {
            object = delete.application().uid();
        } else if (action instanceof SlotAction.DeletePod delete) {
            object = delete.pod().uid();
        } else if (action instanceof SlotAction.DeletePausePod delete) {
            object = delete.pausePod().uid();
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
