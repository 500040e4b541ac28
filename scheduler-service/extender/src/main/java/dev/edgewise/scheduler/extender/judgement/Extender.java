package dev.edgewise.scheduler.extender.judgement;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.extender.buffer.BufferPool.Buffer;
import dev.edgewise.scheduler.extender.buffer.ByteRange;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import dev.edgewise.scheduler.extender.wire.ExtenderRequest;
import dev.edgewise.scheduler.extender.wire.ExtenderRequestReader;
import dev.edgewise.scheduler.extender.wire.ExtenderResponseWriter;
import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import dev.edgewise.scheduler.extender.wire.InvalidBodyException;
import dev.edgewise.scheduler.extender.wire.NodeVictims;
import dev.edgewise.scheduler.extender.wire.PreemptRequest;
import dev.edgewise.scheduler.extender.wire.PreemptRequestReader;
import dev.edgewise.scheduler.extender.wire.RequestPod;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.kubernetes.json.JsonPodReader;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodVersion;
import dev.edgewise.scheduler.plugins.reward.ProbationTrials;
import dev.edgewise.scheduler.state.PendingPods;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ResponseStatusException;

/**
 * Answers kube-scheduler from a recent snapshot. A well-formed request always gets an answer, as an error would keep
 * its pod from being placed for as long as its cause lasts: if the pod cannot be evaluated in time, all nodes pass and
 * none is preferred.
 */
public final class Extender {
    /** The API server's store takes 1.5 MB of a pod. It is held several times while it is read. */
    private static final int MOST_POD_BYTES = 4 * 1024 * 1024;

    private static final double NEUTRAL = 0.5;

    private final JsonPodReader pods;
    private final PendingPods pending;
    private final ExtenderProfiles profiles;
    private final Supplier<Snapshot> snapshots;
    private final long deadline;
    private final Ticker ticker;
    private final ExtenderMetrics tally;
    private final ProbationTrials trials;
    private final FilterResultCache handover;

    /**
     * Answers on the threads that ask.
     *
     * @param pending pods that need not be read; says which are placed
     * @param snapshots the cluster as it is
     * @param deadline after which an answer favours no node
     */
    Extender(
            JsonPodReader pods,
            PendingPods pending,
            ExtenderProfiles profiles,
            Supplier<Snapshot> snapshots,
            Duration deadline,
            Ticker ticker,
            ExtenderMetrics tally) {
        this.pods = pods;
        this.pending = pending;
        this.profiles = profiles;
        this.snapshots = snapshots;
        this.deadline = deadline.toNanos();
        this.ticker = ticker;
        this.tally = tally;
        this.trials = new ProbationTrials(ticker, pending::isShown);
        pending.whenSettled(trials::settled);
        this.handover = new FilterResultCache(ticker);
    }

    /** Records whether a request was about a pod that the watch shows, which unknown clients cannot name. */
    private static final class Asked {
        private boolean isWatched;
    }

    /**
     * Writes the nodes that the pod may be placed on. Returns whether the watch shows the pod as it was sent.
     *
     * @param begun when the request came in, by the ticker
     * @throws InvalidBodyException if the body is no such request
     */
    public boolean filter(RequestBody body, long begun, Buffer output) {
        Asked asked = new Asked();
        ExtenderRequest question = ExtenderRequestReader.read(body);
        Result<@Nullable Rejection[]> result = judge(
                ExtenderVerb.FILTER,
                begun,
                () -> rejections(question, begun, asked),
                () -> new @Nullable Rejection[question.names().size()]);
        ExtenderResponseWriter.filtered(question, result.answer(), output);
        tally.answered(ExtenderVerb.FILTER, result.outcome(), begun);
        return asked.isWatched;
    }

    /** Writes how well each of the nodes suits the pod, 0..10; otherwise as {@link #filter}. */
    public boolean prioritize(RequestBody body, long begun, Buffer output) {
        Asked asked = new Asked();
        ExtenderRequest expected = handover.expected(body);
        ExtenderRequest question = expected == null ? ExtenderRequestReader.read(body) : expected;
        Result<double[]> result =
                judge(ExtenderVerb.PRIORITIZE, begun, () -> values(question, begun, asked), () -> neutral(question));
        ExtenderResponseWriter.prioritized(question, result.answer(), output);
        tally.answered(ExtenderVerb.PRIORITIZE, result.outcome(), begun);
        return asked.isWatched;
    }

    /**
     * Writes the nodes that the pod could be placed on once its victims are gone: none if time was too short to find
     * out, as the victims would be evicted for nothing. Otherwise as {@link #filter}.
     */
    public boolean preempt(RequestBody body, long begun, Buffer output) {
        Asked asked = new Asked();
        PreemptRequest question = PreemptRequestReader.read(body);
        Result<Map<String, NodeVictims>> result = judge(
                ExtenderVerb.PREEMPT,
                begun,
                () -> judging(pod(body, question.pod(), asked)).helped(question.victims(), () -> endIfLate(begun)),
                question::victims);
        boolean found = result.outcome() == RequestOutcome.JUDGED || result.outcome() == RequestOutcome.UNREADABLE;
        ExtenderResponseWriter.preempted(found ? result.answer() : Map.of(), output);
        tally.answered(ExtenderVerb.PREEMPT, result.outcome(), begun);
        return asked.isWatched;
    }

    private record Result<T>(T answer, RequestOutcome outcome) {}

    private @Nullable Rejection[] rejections(ExtenderRequest question, long begun, Asked asked) {
        PodEvaluation judging = judging(pod(question.body(), question.pod(), asked));
        @Nullable Rejection[] rejections = judging.rejections(question.names(), trials, () -> endIfLate(begun));
        handover.keep(question, rejections, judging);
        return rejections;
    }

    private double[] values(ExtenderRequest question, long begun, Asked asked) {
        PodEvaluation known = handover.take(question);
        PodEvaluation judging = known == null ? judging(pod(question.body(), question.pod(), asked)) : known;
        return judging.values(question.names(), NEUTRAL, () -> endIfLate(begun));
    }

    private PodEvaluation judging(Pod pod) {
        return new PodEvaluation(pod, profiles.of(pod), snapshots.get());
    }

    private static double[] neutral(ExtenderRequest question) {
        double[] neutral = new double[question.names().size()];
        Arrays.fill(neutral, NEUTRAL);
        return neutral;
    }

    private <T> Result<T> judge(ExtenderVerb verb, long begun, Supplier<T> judgement, Supplier<T> neutral) {
        RequestOutcome outcome;
        try {
            endIfLate(begun);
            return new Result<>(judgement.get(), RequestOutcome.JUDGED);
        } catch (DeadlineExceededException e) {
            outcome = favourNone(verb, RequestOutcome.LATE, e);
        } catch (InvalidInputException | ResponseStatusException e) {
            outcome = favourNone(verb, RequestOutcome.UNREADABLE, e);
        } catch (RuntimeException e) {
            outcome = favourNone(verb, RequestOutcome.FAILED, e);
        }
        return new Result<>(neutral.get(), outcome);
    }

    /** Returns the pod as the watch showed it if the sent version is that one, else parses it. */
    private Pod pod(RequestBody body, RequestPod sent, Asked asked) {
        PodVersion version = sent.version();
        Pod shown = version == null ? null : pending.find(version);
        if (shown != null) {
            asked.isWatched = true;
            tally.watchedPod();
            return shown;
        }
        Pod read = read(body, sent.part());
        tally.readPod();
        return read;
    }

    private Pod read(RequestBody body, ByteRange part) {
        int bytes = part.length();
        if (bytes > MOST_POD_BYTES) {
            throw new InvalidInputException("Pod", bytes + " bytes", "at most " + MOST_POD_BYTES + " bytes");
        }
        return pods.readHeld(body.bytes(), part.from(), part.to());
    }

    private RequestOutcome favourNone(ExtenderVerb verb, RequestOutcome outcome, RuntimeException cause) {
        tally.favouredNone(verb, outcome, cause);
        return outcome;
    }

    private void endIfLate(long begun) {
        if (ticker.nanos() - begun > deadline) {
            throw new DeadlineExceededException(
                    "not done within " + Duration.ofNanos(deadline).toMillis() + " ms");
        }
    }
}
