package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.kubernetes.WatchedObjects.Change;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The pause pods by the testbeds whose slots they hold, and those whose testbed is not there. For one thread at a time.
 */
final class SlotPausePodIndex {
    private final WatchedObjects<SlotPausePod> pods = new WatchedObjects<>();
    private final Map<String, Map<ObjectKey, SlotPausePod>> byTestbed = new HashMap<>();
    /** The uids of testbeds that are not there, and have pause pods. */
    private final Set<String> unknown = new HashSet<>();

    private final Predicate<String> isTestbed;

    /** @param isTestbed whether a testbed of that uid is there */
    SlotPausePodIndex(Predicate<String> isTestbed) {
        this.isTestbed = isTestbed;
    }

    Change<SlotPausePod> put(SlotPausePod pausePod, String version) {
        return take(pods.put(pausePod.key().name(), pausePod, version));
    }

    Change<SlotPausePod> putCreated(SlotPausePod pausePod, String version, long ends) {
        return take(pods.putCreated(pausePod.key().name(), pausePod, version, ends));
    }

    Change<SlotPausePod> remove(ObjectKey key) {
        return take(pods.remove(key.name()));
    }

    List<Change<SlotPausePod>> expire(long nanos) {
        List<Change<SlotPausePod>> changes = pods.expire(nanos);
        changes.forEach(this::take);
        return changes;
    }

    private Change<SlotPausePod> take(Change<SlotPausePod> change) {
        SlotPausePod before = change.before();
        SlotPausePod after = change.after();
        if (before == after) {
            return change;
        }
        if (before != null) {
            Map<ObjectKey, SlotPausePod> rest = byTestbed.get(before.testbedUid());
            if (rest != null && rest.remove(before.key()) != null && rest.isEmpty()) {
                byTestbed.remove(before.testbedUid());
                unknown.remove(before.testbedUid());
            }
        }
        if (after != null) {
            byTestbed
                    .computeIfAbsent(after.testbedUid(), first -> new HashMap<>())
                    .put(after.key(), after);
            testbedChanged(after.testbedUid());
        }
        return change;
    }

    /** Notes whether the testbed of that uid is there now. */
    void testbedChanged(String uid) {
        if (isTestbed.test(uid)) {
            unknown.remove(uid);
        } else if (byTestbed.containsKey(uid)) {
            unknown.add(uid);
        }
    }

    @Nullable
    SlotPausePod get(ObjectKey key) {
        return pods.get(key.name());
    }

    /** Returns the pause pods of the testbeds. */
    List<SlotPausePod> of(Collection<String> testbedUids) {
        return testbedUids.stream()
                .flatMap(uid -> byTestbed.getOrDefault(uid, Map.of()).values().stream())
                .toList();
    }

    /** Returns the pause pods whose testbed is not there. */
    List<SlotPausePod> orphans() {
        return of(unknown);
    }
}
