package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.outcomes.Cause;
import dev.edgewise.rewards.outcomes.Fingerprint;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Follows pods from their first facts until they are gone. */
final class Pods {
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

    Pods(Book book, Tally tally) {
        this.book = book;
        this.tally = tally;
    }

    void pod(PodFacts facts, Instant now) {
        long print = Fingerprint.of(facts.uid());
        if (book.isGone(print)) {
            return;
        }
        PodState pod = book.pods.get(print);
        if (pod == null && facts.node().isEmpty()) {
            book.unbound.put(print, facts.type());
        } else {
            PodState known = pod == null ? begin(print, facts, now) : pod;
            if (known != null) {
                update(known, facts, now);
            }
        }
        PodTrouble trouble = early.remove(facts.uid());
        if (trouble != null) {
            event(trouble, now);
        }
    }

    private @Nullable PodState begin(long print, PodFacts facts, Instant now) {
        Cell cell = book.cell(facts.type(), facts.node(), now.toEpochMilli());
        if (cell == null) {
            return null;
        }
        PodState pod = new PodState(print, facts.name(), cell);
        book.unbound.remove(print);
        book.pods.put(print, pod);
        cell.pods.add(pod);
        cell.touched = now.toEpochMilli();
        cell.pause = 0;
        pod.waitsSince =
                facts.bound() == null ? now.toEpochMilli() : facts.bound().toEpochMilli();
        book.lookAt(cell, 0);
        return pod;
    }

    private void update(PodState pod, PodFacts facts, Instant now) {
        Cell cell = pod.cell;
        Counted before = cell.counted.getOrDefault(pod.print, Counted.NOTHING);
        PodReading reading = new PodReading(facts, before, cell.node.isReady, now);
        Counted after = reading.counted();
        if (!after.equals(before) && !reading.findings().isEmpty()) {
            cell.counted.put(pod.print, after);
        }
        runs(pod, facts, after);
        for (Finding finding : reading.findings()) {
            if (finding.cause() == Cause.COMPLETED) {
                tally.completed(cell, facts, finding);
            } else {
                tally.add(cell, finding, facts.name());
            }
        }
        waits(pod, facts);
    }

    private void runs(PodState pod, PodFacts facts, Counted counted) {
        int size = facts.containers().size();
        pod.runs = pod.runs.length < size ? Arrays.copyOf(pod.runs, size) : pod.runs;
        pod.share = PodReading.share(facts);
        for (int i = 0; i < size; i++) {
            ContainerFacts container = facts.containers().get(i);
            Instant started = container.running();
            boolean mayRun = !container.isInit() && !facts.phase().equals("Failed");
            long since = started != null && mayRun ? started.toEpochMilli() : 0;
            if (since >= counted.ended(i) && pod.begin(i, since)) {
                pod.cell.pause = 0;
                book.lookAt(pod.cell, 0);
            }
            if (pod.runs[i] < counted.ended(i) || container.ended() != null && pod.runs[i] <= counted.ended(i)) {
                pod.runs[i] = 0;
            }
        }
    }

    private void waits(PodState pod, PodFacts facts) {
        boolean pending = facts.phase().equals("Pending") || facts.phase().isEmpty();
        boolean ran = facts.containers().stream()
                .anyMatch(each -> !each.isInit() && (each.running() != null || each.endedBefore() != null));
        if (!pending || ran || facts.isDeleted()) {
            pod.waitsSince = 0;
        } else if (pod.waitsSince > 0) {
            book.lookAt(pod.cell, pod.waitsSince + book.settings.stuckAfter().toMillis());
        }
    }

    void gone(String uid, Instant now) {
        long print = Fingerprint.of(uid);
        book.unbound.remove(print);
        book.gone(print);
        PodState pod = book.pods.remove(print);
        if (pod == null) {
            return;
        }
        Cell cell = pod.cell;
        cell.pods.remove(pod);
        for (long run : pod.runs) {
            if (run > 0) {
                tally.add(cell, new Finding(Cause.HEALTHY, run, now.toEpochMilli(), pod.share, ""), pod.name);
            }
        }
        if (cell.counted.remove(print) != null) {
            cell.isUnwritten = true;
        }
        cell.touched = now.toEpochMilli();
        cell.pause = 0;
        book.lookAt(cell, 0);
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
