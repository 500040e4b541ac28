package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.estimates.Decay;
import dev.edgewise.rewards.estimates.Evidence;
import dev.edgewise.rewards.estimates.Sums;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of a type on a node. */
final class Cell {
    final TypeState type;
    final NodeState node;
    /** Which lives of pods were counted, by the pods' prints; of most cells none. To be changed by {@link #count} and {@link #uncount}. */
    Map<Long, Counted> counted = Map.of();
    /** Pods that were over at this moment or before, in ms since the epoch, were counted, whether that is in {@link #counted} or not. */
    long overBefore;

    // Replaced as a whole: lists that are not to be changed take the least, most are empty, and ledgers share the
    // others.
    List<PodState> pods = List.of();
    List<OutcomeView> outcomes = List.of();
    List<TypeNodeLedger.Key> keys = List.of();
    List<Long> durations = List.of();
    Evidence evidence;
    Standing standing;
    TypeNodeLedger.@Nullable Pin pin;
    long failures;
    /** What the type's and node's sums hold of this: all outcomes, as of the last look, with a weight of 1 at most. */
    Sums share = Sums.NONE;
    /** When a trial failed last, in ms since the epoch; 0: never. */
    long triedInVain;
    /** Whether it would be closed if there were room. */
    boolean isCapped;

    @Nullable
    Reward published;
    /** Whether its ledger must be written. */
    boolean isUnwritten;
    /** Whether a ledger of it may be stored. */
    boolean isStored;
    /** When it is looked at next, in ms since the epoch; what is due at other times is out of date. */
    long due = Long.MAX_VALUE;
    /** Until the look after that, in ms. */
    long pause;
    /** When a pod was there or something happened last, in ms since the epoch. */
    long touched;

    Cell(TypeState type, NodeState node, Decay decay, long now) {
        this.type = type;
        this.node = node;
        this.evidence = new Evidence(decay, Sums.NONE, now);
        this.standing = Standing.open(now);
        this.touched = now;
    }

    void add(PodState pod) {
        List<PodState> more = new ArrayList<>(pods);
        more.add(pod);
        pods = List.copyOf(more);
    }

    void remove(PodState pod) {
        List<PodState> less = new ArrayList<>(pods);
        less.remove(pod);
        pods = List.copyOf(less);
    }

    Counted counted(PodState pod) {
        return counted.getOrDefault(pod.print, Counted.NOTHING);
    }

    void count(PodState pod, Counted lives) {
        if (counted.isEmpty()) {
            counted = new HashMap<>(2);
        }
        counted.put(pod.print, lives);
    }

    /** Forgets what was counted of a pod that is gone; returns whether anything was. */
    boolean uncount(PodState pod) {
        boolean any = counted.containsKey(pod.print);
        if (any) {
            counted.remove(pod.print);
            counted = counted.isEmpty() ? Map.of() : counted;
        }
        return any;
    }

    /** Forgets what was counted of pods that are over, but for the latest. */
    void forgetOver() {
        if (counted.size() <= TypeNodeLedger.OVER) {
            return;
        }
        List<PodState> over = new ArrayList<>();
        for (PodState pod : pods) {
            if (pod.over > 0 && counted.containsKey(pod.print)) {
                over.add(pod);
            }
        }
        over.sort(Comparator.comparingLong(pod -> pod.over));
        for (int i = 0; i < over.size() - TypeNodeLedger.OVER; i++) {
            PodState pod = over.get(i);
            counted.remove(pod.print);
            pod.isDone = true;
            overBefore = Math.max(overBefore, pod.over);
        }
    }

    /** All outcomes as they are now, what runs included: until its node was seen last, as nobody knows whether it does since. */
    Sums sums(Decay decay, long now) {
        long seen = node.seenUntil(now);
        double left = decay.left(now - seen);
        double healthy = 0;
        for (PodState pod : pods) {
            for (PodState.Run run : pod.runs) {
                healthy += run.isOn() ? left * pod.share * decay.healthy(seen - run.began()) : 0;
            }
        }
        return evidence.sums(now).plus(new Sums(healthy, healthy));
    }

    /** How long the longest life has lasted that began after the last failure, as far as its node was seen, in ms. */
    long longestLife(long now) {
        long seen = node.seenUntil(now);
        long longest = 0;
        for (PodState pod : pods) {
            for (PodState.Run run : pod.runs) {
                if (run.isOn() && run.began() >= standing.failed()) {
                    longest = Math.max(longest, seen - run.began());
                }
            }
        }
        return longest;
    }

    /** The same in each process. */
    int hash() {
        return 31 * type.name.hashCode() + node.name.hashCode();
    }

    int runs() {
        int all = 0;
        for (PodState pod : pods) {
            for (PodState.Run run : pod.runs) {
                all += run.isOn() ? 1 : 0;
            }
        }
        return all;
    }
}
