package dev.edgewise.scheduler.violations;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.delay.BoundPodDelayCheck;
import dev.edgewise.scheduler.plugins.delay.BrokenDelayNeed;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.WorkloadNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the bound pods whose delay needs are broken. Each snapshot is compared with the one before, and a pod is
 * judged again only if it is new, the times from what it refers to have changed, what it refers to runs on other nodes,
 * or what had shown a need broken is out of date. Violations are read by any thread, the rest is for one.
 */
public final class ViolationTracker {
    private final BoundPodDelayCheck needs;
    private final Predicate<Pod> isJudged;
    private final Ticker ticker;
    private final NodeChangeDetector nodes = new NodeChangeDetector();
    private final RttRowChangeDetector rows = new RttRowChangeDetector();
    private final DelayReferenceIndex references = new DelayReferenceIndex();
    /** The watched pods by uid. */
    private final Map<String, Watched> pods = new HashMap<>();

    private final RecheckQueue due = new RecheckQueue();
    private final Map<String, Violation> violations = new ConcurrentHashMap<>();
    private @Nullable WorkloadNodes workloads;
    private volatile long changes;
    private volatile int pending;
    private volatile boolean complete;

    /** @param references what its needs refer to */
    private record Watched(Pod pod, Set<String> references) {}

    /** @param isJudged whether the pod's profile places pods by their delay needs */
    public ViolationTracker(BoundPodDelayCheck needs, Predicate<Pod> isJudged, Ticker ticker) {
        this.needs = needs;
        this.isJudged = isJudged;
        this.ticker = ticker;
    }

    /**
     * Reads the changes and checks the pods that they concern.
     *
     * @param most maximum duration of each of both; the rest follows the next time
     * @return the number of checked pods
     */
    public int refresh(Snapshot snapshot, Duration most) {
        boolean otherNodes = nodes.compare(snapshot, within(most), (before, after) -> changed(before, after, snapshot));
        if (otherNodes || snapshot.get(WorkloadNodes.FACT) != workloads) {
            workloads = snapshot.get(WorkloadNodes.FACT);
            references.follow(snapshot, this::add);
        }
        List<String> changed = new ArrayList<>();
        rows.compare(snapshot.get(RttIndex.FACT), changed::add);
        references.forPodsBy(changed, this::addUnlessBeside);
        addOutdated(snapshot.takenAt().toEpochMilli());
        int judged = judge(snapshot, within(most));
        pending = due.size();
        complete = complete || (pending == 0 && !snapshot.nodes().isEmpty() && nodes.hasAll(snapshot));
        return judged;
    }

    /** Whether each pod was judged once. */
    boolean isComplete() {
        return complete;
    }

    /** Returns the broken needs, in no order. */
    public Collection<Violation> violations() {
        return violations.values();
    }

    /** Returns a number that differs once the violations have changed. */
    long changes() {
        return changes;
    }

    /** Pods that wait to be judged again. */
    int pending() {
        return pending;
    }

    private BooleanSupplier within(Duration most) {
        long begun = ticker.nanos();
        return () -> ticker.since(begun).compareTo(most) < 0;
    }

    private void changed(@Nullable NodeState before, @Nullable NodeState after, Snapshot snapshot) {
        Set<String> present = new HashSet<>();
        for (Pod pod : after == null ? List.<Pod>of() : after.pods()) {
            if (isWatched(pod)) {
                present.add(pod.uid());
                take(pod, snapshot);
            }
        }
        for (Pod pod : before == null ? List.<Pod>of() : before.pods()) {
            if (!present.contains(pod.uid())) {
                leave(pod);
            }
        }
    }

    private boolean isWatched(Pod pod) {
        return !pod.terminating() && isJudged.test(pod);
    }

    private void take(Pod pod, Snapshot snapshot) {
        Watched known = pods.get(pod.uid());
        if (known != null && isJudgedAlike(known.pod(), pod)) {
            pods.put(pod.uid(), new Watched(pod, known.references()));
            return;
        }
        if (known != null) {
            references.remove(pod.uid(), pod.namespace(), known.references());
        }
        Set<String> named = needs.references(pod, snapshot);
        if (named.isEmpty()) {
            forget(pod.uid());
            return;
        }
        pods.put(pod.uid(), new Watched(pod, named));
        references.add(pod.uid(), pod.namespace(), named, snapshot);
        due.add(pod.uid(), pod.namespace());
    }

    /** Most changes of a pod are those of its containers. */
    private static boolean isJudgedAlike(Pod before, Pod after) {
        return before == after
                || (String.valueOf(before.spec().nodeName()).equals(after.spec().nodeName())
                        && before.labels().equals(after.labels())
                        && before.annotations().equals(after.annotations()));
    }

    /** Forgets the pod, unless it was bound to another node meanwhile, where it is watched now. */
    private void leave(Pod pod) {
        Watched known = pods.get(pod.uid());
        if (known != null
                && String.valueOf(known.pod().spec().nodeName())
                        .equals(pod.spec().nodeName())) {
            references.remove(pod.uid(), pod.namespace(), known.references());
            forget(pod.uid());
        }
    }

    private void forget(String uid) {
        pods.remove(uid);
        due.remove(uid);
        clear(uid);
    }

    private void clear(String uid) {
        if (violations.remove(uid) != null) {
            changes++;
        }
    }

    private void add(String uid) {
        Watched watched = pods.get(uid);
        if (watched != null) {
            due.add(uid, watched.pod().namespace());
        }
    }

    /** Adds the pod unless it is on one of these nodes, as no times break its need then. */
    private void addUnlessBeside(String uid, Set<String> origins) {
        Watched watched = pods.get(uid);
        if (watched != null
                && !origins.contains(String.valueOf(watched.pod().spec().nodeName()))) {
            due.add(uid, watched.pod().namespace());
        }
    }

    private void addOutdated(long now) {
        violations.forEach((uid, violation) -> {
            if (now > violation.need().until()) {
                add(uid);
            }
        });
    }

    private int judge(Snapshot snapshot, BooleanSupplier hasTime) {
        int judged = 0;
        due.resume(ticker.nanos());
        while (hasTime.getAsBoolean()) {
            String uid = due.poll(ticker.nanos());
            if (uid == null) {
                break;
            }
            judge(uid, snapshot);
            judged++;
        }
        return judged;
    }

    private void judge(String uid, Snapshot snapshot) {
        Watched watched = pods.get(uid);
        BrokenDelayNeed broken = watched == null ? null : needs.worst(watched.pod(), snapshot);
        if (watched == null || broken == null) {
            clear(uid);
        } else {
            Violation known = violations.get(uid);
            long since = known == null ? ticker.nanos() : known.since();
            Violation now = new Violation(watched.pod(), broken, since);
            changes += now.equals(violations.put(uid, now)) ? 0 : 1;
        }
    }
}
