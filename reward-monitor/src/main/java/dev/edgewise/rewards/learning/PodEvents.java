package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.outcomes.Cause;
import dev.edgewise.rewards.outcomes.Fingerprint;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts Warning events of pods. */
final class PodEvents {
    private static final int EARLY_KEPT = 1_000;

    private final Book book;
    private final Tally tally;
    /** Events of pods that are not known yet. */
    private final Map<String, PodTrouble> early = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PodTrouble> eldest) {
            return size() > EARLY_KEPT;
        }
    };

    PodEvents(Book book, Tally tally) {
        this.book = book;
        this.tally = tally;
    }

    /** A pod is known now, of which an event may have come before. */
    void known(String uid, Instant now) {
        PodTrouble trouble = early.remove(uid);
        if (trouble != null) {
            event(trouble, now);
        }
    }

    void event(PodTrouble trouble, Instant now) {
        Optional<Cause> cause = Troubles.cause(trouble);
        long print = Fingerprint.of(trouble.uid());
        if (cause.isEmpty() || book.isGone(print)) {
            return;
        }
        PodState pod = book.pods.get(print);
        Cell cell = pod == null ? unbound(print, trouble, now) : pod.cell;
        if (cell != null) {
            count(cell, pod, print, cause.get(), trouble, now.toEpochMilli());
        } else if (!book.unbound.containsKey(print)) {
            early.put(trouble.uid(), trouble);
        }
    }

    /** Of a pod that is bound nowhere, an event may be about the node that it was to be bound to. */
    private @Nullable Cell unbound(long print, PodTrouble trouble, Instant now) {
        String type = book.unbound.get(print);
        return type == null || trouble.node().isEmpty() ? null : book.cell(type, trouble.node(), now.toEpochMilli());
    }

    private void count(Cell cell, @Nullable PodState pod, long print, Cause cause, PodTrouble trouble, long now) {
        Counted before = cell.counted.getOrDefault(print, Counted.NOTHING);
        long at = Math.min(now, trouble.at().toEpochMilli());
        boolean known = cause == Cause.PROBE ? isProbed(before, pod, at) : before.has(cause);
        if (!known) {
            cell.counted.put(print, cause == Cause.PROBE ? before.probedAt(at) : before.with(cause));
            tally.add(cell, Finding.ofPod(cause, at, trouble.message()), pod == null ? "" : pod.name);
        }
    }

    /** Whether it counted in this run, or the run that it was in has ended. */
    private static boolean isProbed(Counted counted, @Nullable PodState pod, long at) {
        long run = pod == null ? 0 : pod.latestRun();
        return run == 0 || at < run || counted.probed() >= run;
    }
}
