package dev.edgewise.scheduler.extender;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.avoidance.Rewards;
import dev.edgewise.scheduler.avoidance.Trials;
import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.explain.JsonPodReader;
import dev.edgewise.scheduler.extender.Body.Part;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.GivenNodes;
import dev.edgewise.scheduler.pipeline.Profile;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ResponseStatusException;

/**
 * Answers kube-scheduler from a recent snapshot. A question that is well formed always gets an answer, as an error would keep its pod from
 * being placed for as long as its cause lasts: where the pod cannot be judged, or not in time, all nodes pass and none is preferred.
 */
final class Extender {
    /** A real pod has at most some thousand. */
    private static final int MOST_VALUES = 50_000;

    /** The API server's store takes 1.5 MB of a pod. It is held several times while it is read. */
    private static final int MOST_POD_BYTES = 4 * 1024 * 1024;

    private static final int BEST_SCORE = 10;
    private static final double NEUTRAL = 0.5;
    /** Tenths are not exact. */
    private static final double ROUNDING = 1e-9;

    private final JsonPodReader pods;
    private final EdgeProfiles profiles;
    private final Supplier<Snapshot> snapshots;
    private final Duration deadline;
    private final Ticker ticker;
    private final Tally tally;
    private final Trials trials;

    /**
     * Answers on the threads that ask.
     *
     * @param snapshots the cluster as it is
     * @param deadline after which an answer favours no node
     */
    Extender(
            JsonPodReader pods,
            EdgeProfiles profiles,
            Supplier<Snapshot> snapshots,
            Duration deadline,
            Ticker ticker,
            Tally tally) {
        this.pods = pods;
        this.profiles = profiles;
        this.snapshots = snapshots;
        this.deadline = deadline;
        this.ticker = ticker;
        this.tally = tally;
        this.trials = new Trials(ticker);
    }

    /**
     * Writes which of the nodes the pod may go to.
     *
     * @param begun when the question came in, by the ticker
     * @throws WrongBodyException if the body is no such question
     */
    void filter(Body body, long begun, OutputStream output) {
        Question question = QuestionReader.read(body);
        Result<@Nullable Rejection[]> result = judge(
                Verb.FILTER,
                body,
                question.pod(),
                begun,
                judging -> judging.rejections(question.names(), trials),
                new @Nullable Rejection[question.names().size()]);
        AnswerWriter.filtered(question, result.answer(), output);
        tally.answered(Verb.FILTER, result.outcome(), begun);
    }

    /** Writes how well each of the nodes suits the pod, 0..10; otherwise as {@link #filter}. */
    void prioritize(Body body, long begun, OutputStream output) {
        Question question = QuestionReader.read(body);
        double[] neutral = new double[question.names().size()];
        Arrays.fill(neutral, NEUTRAL);
        Result<double[]> result = judge(
                Verb.PRIORITIZE,
                body,
                question.pod(),
                begun,
                judging -> judging.given().values(judging.nodes(question.names()), NEUTRAL),
                neutral);
        AnswerWriter.prioritized(question, scores(result.answer()), output);
        tally.answered(Verb.PRIORITIZE, result.outcome(), begun);
    }

    /**
     * Writes on which of the nodes the pod could be once its victims are gone: none where there was no time to find out, as they would be
     * gone for nothing. Otherwise as {@link #filter}.
     */
    void preempt(Body body, long begun, OutputStream output) {
        PreemptQuestion question = PreemptReader.read(body);
        Result<Map<String, Victims>> result = judge(
                Verb.PREEMPT,
                body,
                question.pod(),
                begun,
                judging -> judging.helped(question.victims()),
                question.victims());
        boolean found = result.outcome() == Outcome.JUDGED || result.outcome() == Outcome.UNREADABLE;
        AnswerWriter.preempted(found ? result.answer() : Map.of(), output);
        tally.answered(Verb.PREEMPT, result.outcome(), begun);
    }

    private record Result<T>(T answer, Outcome outcome) {}

    private record Judging(Pod pod, Profile profile, GivenNodes given, Snapshot snapshot) {
        @Nullable
        Rejection[] rejections(List<String> names, Trials trials) {
            @Nullable Rejection[] rejections = given.rejections(nodes(names));
            if (profile.filters().stream().anyMatch(filter -> filter.name().equals(Rewards.NAME))) {
                trials.keep(pod, snapshot, names, rejections);
            }
            return rejections;
        }

        /** A node that is not in the snapshot is one of which nothing is known. */
        List<NodeState> nodes(List<String> names) {
            List<NodeState> nodes = new ArrayList<>(names.size());
            names.forEach(name -> nodes.add(node(name)));
            return nodes;
        }

        private NodeState node(String name) {
            NodeState known = snapshot.node(name);
            return known == null ? NodeState.of(Node.absent(name)) : known;
        }

        Map<String, Victims> helped(Map<String, Victims> byNode) {
            Map<String, Victims> helped = new LinkedHashMap<>();
            byNode.forEach((name, victims) -> {
                NodeState node = node(name);
                Set<String> uids = new HashSet<>(victims.uids());
                List<Pod> gone = node.pods().stream()
                        .filter(pod -> uids.contains(pod.uid()))
                        .toList();
                if (given.rejectionWithout(gone, node) == null) {
                    helped.put(name, victims);
                }
            });
            return helped;
        }
    }

    private <T> Result<T> judge(
            Verb verb, Body body, Part podPart, long begun, Function<Judging, T> judgement, T neutral) {
        Outcome outcome;
        try {
            endIfLate(begun);
            Pod pod = pod(body, podPart);
            Snapshot snapshot = snapshots.get();
            Profile profile = profiles.of(pod);
            GivenNodes given = new GivenNodes(profile, pod, snapshot, () -> endIfLate(begun));
            return new Result<>(judgement.apply(new Judging(pod, profile, given, snapshot)), Outcome.JUDGED);
        } catch (LateException e) {
            outcome = favourNone(verb, Outcome.LATE, e);
        } catch (InvalidInputException | ResponseStatusException e) {
            outcome = favourNone(verb, Outcome.UNREADABLE, e);
        } catch (RuntimeException e) {
            outcome = favourNone(verb, Outcome.FAILED, e);
        }
        return new Result<>(neutral, outcome);
    }

    private Pod pod(Body body, Part part) {
        int bytes = part.to() - part.from();
        if (bytes > MOST_POD_BYTES) {
            throw new InvalidInputException("Pod", bytes + " bytes", "at most " + MOST_POD_BYTES + " bytes");
        }
        return pods.read(body.text(part), MOST_VALUES);
    }

    private Outcome favourNone(Verb verb, Outcome outcome, RuntimeException cause) {
        tally.favouredNone(verb, outcome, cause);
        return outcome;
    }

    private void endIfLate(long begun) {
        if (ticker.since(begun).compareTo(deadline) > 0) {
            throw new LateException("not done within " + deadline.toMillis() + " ms");
        }
    }

    /** Rounded down: 10 is for the best there can be. */
    private static int[] scores(double[] values) {
        int[] scores = new int[values.length];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = (int) (BEST_SCORE * Math.max(0, Math.min(1, values[i])) + ROUNDING);
        }
        return scores;
    }
}
