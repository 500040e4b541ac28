package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.cluster.ClusterReader;
import dev.edgewise.sandbox.cluster.ClusterReader.View;
import dev.edgewise.sandbox.report.DelayNeedVerifier;
import dev.edgewise.sandbox.report.PlacementVerdictKind;
import dev.edgewise.sandbox.report.PodFacts;
import dev.edgewise.sandbox.report.PodVerdict;
import dev.edgewise.sandbox.topology.DelayMatrix;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Waits until the scheduler has decided all pods, and judges its decisions. */
final class PlacementVerdictsWait {
    /** A pod that was refused may be tried again up to this long after something changed: backoff and then some. */
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final long LOOK_MS = 300;

    private final ClusterReader reader;
    private final DelayMatrix delays;
    private final int expected;

    PlacementVerdictsWait(ClusterReader reader, DelayMatrix delays, int expected) {
        this.reader = reader;
        this.delays = delays;
        this.expected = expected;
    }

    /** The verdicts when all pods are decided, or as they are at the deadline. */
    List<PodVerdict> await(Progress.Step step, long deadlineNanos) throws InterruptedException {
        List<PodVerdict> before = List.of();
        long lastChange = System.nanoTime();
        while (true) {
            View view = reader.read();
            List<PodVerdict> now = judge(view);
            if (!now.equals(before)) {
                lastChange = System.nanoTime();
                before = now;
            }
            step.update(describe(now));
            boolean allThere =
                    now.size() >= expected && view.watched().stream().noneMatch(PlacementVerdictsWait::starting);
            boolean quiet = System.nanoTime() - lastChange > SETTLE_NANOS;
            if (allThere && decided(now) && (quiet || settled(now)) || System.nanoTime() - deadlineNanos > 0) {
                return now;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    private List<PodVerdict> judge(View view) {
        DelayNeedVerifier verifier = new DelayNeedVerifier(view.nodes(), view.occupying(), delays);
        return view.watched().stream().map(verifier::verify).toList();
    }

    /** Whether the pod is starting; others may refer to it as soon as it runs. */
    private static boolean starting(PodFacts pod) {
        return pod.node() != null && !pod.running() && !pod.finished();
    }

    private static boolean decided(List<PodVerdict> verdicts) {
        return verdicts.stream().noneMatch(verdict -> verdict.result() == PlacementVerdictKind.UNDECIDED);
    }

    /** Whether all verdicts are final: retries of the scheduler could not improve any. */
    private static boolean settled(List<PodVerdict> verdicts) {
        return verdicts.stream()
                .allMatch(
                        verdict -> verdict.pod().node() != null || verdict.result() == PlacementVerdictKind.IMPOSSIBLE);
    }

    private String describe(List<PodVerdict> verdicts) {
        long placed = verdicts.stream()
                .filter(verdict -> verdict.pod().node() != null)
                .count();
        long running =
                verdicts.stream().filter(verdict -> verdict.pod().running()).count();
        long refused = verdicts.stream()
                .filter(verdict -> verdict.pod().node() == null && verdict.result() != PlacementVerdictKind.UNDECIDED)
                .count();
        return placed + " of " + Math.max(expected, verdicts.size()) + " placed, " + running + " running, " + refused
                + " without a node";
    }
}
