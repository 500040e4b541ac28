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
    /** The maximum size of a pod: the API server's store takes 1.5 MB. A pod is held several times while it is read. */
    private static final int MAX_POD_BYTES = 4 * 1024 * 1024;

    private static final double NEUTRAL = 0.5;

    private final JsonPodReader pods;
    private final PendingPods pending;
    private final ExtenderProfiles profiles;
    private final Supplier<Snapshot> snapshots;
    private final long deadline;
    private final Ticker ticker;
    private final ExtenderMetrics metrics;
    private final ProbationTrials trials;
    private final FilterResultCache filterResults;

    /**
     * Creates an extender that answers on the threads of its callers.
     *
     * @param pending pods that need not be read; says which are placed
     * @param snapshots the cluster as it is
     * @param deadline time after which an answer favours no node
     */
    Extender(
            JsonPodReader pods,
            PendingPods pending,
            ExtenderProfiles profiles,
            Supplier<Snapshot> snapshots,
            Duration deadline,
            Ticker ticker,
            ExtenderMetrics metrics) {
        this.pods = pods;
        this.pending = pending;
        this.profiles = profiles;
        this.snapshots = snapshots;
        this.deadline = deadline.toNanos();
        this.ticker = ticker;
        this.metrics = metrics;
        this.trials = new ProbationTrials(ticker, pending::isShown);
        pending.whenSettled(trials::settled);
        this.filterResults = new FilterResultCache(ticker);
    }

    /** Records whether a request was about a pod that the watch shows, which unknown clients cannot name. */
    private static final class PodSource {
        private boolean isWatched;
    }

    /**
     * Writes the nodes that the pod may be placed on. Returns whether the watch shows the pod as it was sent.
     *
     * @param begun when the request came in, by the ticker
     * @throws InvalidBodyException if the body is no such request
     */
    public boolean filter(RequestBody body, long begun, Buffer output) {
        PodSource source = new PodSource();
        ExtenderRequest request = ExtenderRequestReader.read(body);
        Result<@Nullable Rejection[]> result = evaluate(
                ExtenderVerb.FILTER,
                begun,
                () -> rejections(request, begun, source),
                () -> new @Nullable Rejection[request.names().size()]);
        ExtenderResponseWriter.filtered(request, result.answer(), output);
        metrics.answered(ExtenderVerb.FILTER, result.outcome(), begun);
        return source.isWatched;
    }

    /** Writes how well each of the nodes suits the pod, 0..10; otherwise as {@link #filter}. */
    public boolean prioritize(RequestBody body, long begun, Buffer output) {
        PodSource source = new PodSource();
        ExtenderRequest expected = filterResults.expected(body);
        ExtenderRequest request = expected == null ? ExtenderRequestReader.read(body) : expected;
        Result<double[]> result =
                evaluate(ExtenderVerb.PRIORITIZE, begun, () -> values(request, begun, source), () -> neutral(request));
        ExtenderResponseWriter.prioritized(request, result.answer(), output);
        metrics.answered(ExtenderVerb.PRIORITIZE, result.outcome(), begun);
        return source.isWatched;
    }

    /**
     * Writes the nodes that the pod could be placed on once its victims are gone: none if time was too short to find
     * out, as the victims would be evicted for nothing. Otherwise as {@link #filter}.
     */
    public boolean preempt(RequestBody body, long begun, Buffer output) {
        PodSource source = new PodSource();
        PreemptRequest request = PreemptRequestReader.read(body);
        Result<Map<String, NodeVictims>> result = evaluate(
                ExtenderVerb.PREEMPT,
                begun,
                () -> evaluation(pod(body, request.pod(), source))
                        .nodesAfterEviction(request.victims(), () -> checkDeadline(begun)),
                request::victims);
        boolean found = result.outcome() == RequestOutcome.JUDGED || result.outcome() == RequestOutcome.UNREADABLE;
        ExtenderResponseWriter.preempted(found ? result.answer() : Map.of(), output);
        metrics.answered(ExtenderVerb.PREEMPT, result.outcome(), begun);
        return source.isWatched;
    }

    private record Result<T>(T answer, RequestOutcome outcome) {}

    private @Nullable Rejection[] rejections(ExtenderRequest request, long begun, PodSource source) {
        ExtenderNodeEvaluator evaluation = evaluation(pod(request.body(), request.pod(), source));
        @Nullable Rejection[] rejections = evaluation.rejections(request.names(), trials, () -> checkDeadline(begun));
        filterResults.keep(request, rejections, evaluation);
        return rejections;
    }

    private double[] values(ExtenderRequest request, long begun, PodSource source) {
        ExtenderNodeEvaluator known = filterResults.take(request);
        ExtenderNodeEvaluator evaluation =
                known == null ? evaluation(pod(request.body(), request.pod(), source)) : known;
        return evaluation.values(request.names(), NEUTRAL, () -> checkDeadline(begun));
    }

    private ExtenderNodeEvaluator evaluation(Pod pod) {
        return new ExtenderNodeEvaluator(pod, profiles.of(pod), snapshots.get());
    }

    private static double[] neutral(ExtenderRequest request) {
        double[] neutral = new double[request.names().size()];
        Arrays.fill(neutral, NEUTRAL);
        return neutral;
    }

    private <T> Result<T> evaluate(ExtenderVerb verb, long begun, Supplier<T> judgement, Supplier<T> neutral) {
        RequestOutcome outcome;
        try {
            checkDeadline(begun);
            return new Result<>(judgement.get(), RequestOutcome.JUDGED);
        } catch (DeadlineExceededException e) {
            outcome = neutralOutcome(verb, RequestOutcome.LATE, e);
        } catch (InvalidInputException | ResponseStatusException e) {
            outcome = neutralOutcome(verb, RequestOutcome.UNREADABLE, e);
        } catch (RuntimeException e) {
            outcome = neutralOutcome(verb, RequestOutcome.FAILED, e);
        }
        return new Result<>(neutral.get(), outcome);
    }

    /** Returns the pod as the watch showed it if the sent version is that one, else parses it. */
    private Pod pod(RequestBody body, RequestPod sent, PodSource source) {
        PodVersion version = sent.version();
        Pod shown = version == null ? null : pending.find(version);
        if (shown != null) {
            source.isWatched = true;
            metrics.watchedPod();
            return shown;
        }
        Pod read = read(body, sent.part());
        metrics.readPod();
        return read;
    }

    private Pod read(RequestBody body, ByteRange part) {
        int bytes = part.length();
        if (bytes > MAX_POD_BYTES) {
            throw new InvalidInputException("Pod", bytes + " bytes", "at most " + MAX_POD_BYTES + " bytes");
        }
        return pods.readHeld(body.bytes(), part.from(), part.to());
    }

    private RequestOutcome neutralOutcome(ExtenderVerb verb, RequestOutcome outcome, RuntimeException cause) {
        metrics.logNeutral(verb, outcome, cause);
        return outcome;
    }

    private void checkDeadline(long begun) {
        if (ticker.nanos() - begun > deadline) {
            throw new DeadlineExceededException(
                    "not done within " + Duration.ofNanos(deadline).toMillis() + " ms");
        }
    }
}
