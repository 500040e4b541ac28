package dev.edgewise.global.decide;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.cluster.LocationClass;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.decide.ProtocolModel.Anchor;
import dev.edgewise.global.decide.ProtocolModel.Base;
import dev.edgewise.global.decide.ProtocolModel.Content;
import dev.edgewise.global.decide.ProtocolModel.Objects;
import dev.edgewise.global.decide.ProtocolModel.Stored;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.member.ForgottenClusters;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.OnUnreachable;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.policy.Bid;
import dev.edgewise.global.policy.LevelBids;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Shows states of {@link ProtocolModel} to the decider. Time stands still; a deadline or a fence that is over is one of
 * long ago. Texts, which no decision reads, are left out of records.
 */
final class ProtocolViews {
    private static final Instant SEEN = TestRequests.START;
    private static final Instant NOW = SEEN.plusSeconds(60);
    private static final Instant LONG_AGO = SEEN.minus(Duration.ofDays(1));
    private static final Instant LATER = SEEN.plus(Duration.ofHours(1));

    private final TestRequests template;
    private final RequestDecider decider;
    private final List<String> clusters;
    private final List<List<Answer>> answers = new ArrayList<>();
    private final Map<RequestStatus, RequestStatus> statuses = new HashMap<>();

    /** The behaviour of a cluster while one worker decides. */
    private enum Answer {
        SEEN,
        UNREACHABLE,
        SILENT
    }

    ProtocolViews(String clusters, OnUnreachable onUnreachable, int giveUpAfter) {
        template = TestRequests.of("a", clusters).with(onUnreachable);
        decider = new RequestDecider(RequestScenario.RANKER, RequestScenario.SETTINGS, giveUpAfter);
        this.clusters = template.request().spec().clusters().names();
        addAnswers(List.of());
    }

    private void addAnswers(List<Answer> chosen) {
        if (chosen.size() == clusters.size()) {
            answers.add(chosen);
            return;
        }
        for (Answer answer : Answer.values()) {
            List<Answer> more = new ArrayList<>(chosen);
            more.add(answer);
            addAnswers(more);
        }
    }

    /** Returns the decisions with all combinations of answers. */
    List<NextRequestStep> decisions(Base base) {
        return answers.stream().map(each -> decide(base, each)).toList();
    }

    /** Returns the decision if all clusters answer. */
    NextRequestStep reachable(Base base) {
        return decide(base, answers.get(0));
    }

    private NextRequestStep decide(Base base, List<Answer> each) {
        Map<String, Answer> answer = new HashMap<>();
        Map<String, Member> members = new HashMap<>();
        for (int i = 0; i < clusters.size(); i++) {
            answer.put(clusters.get(i), each.get(i));
            members.put(clusters.get(i), member(clusters.get(i), each.get(i) != Answer.UNREACHABLE));
        }
        RequestStatus status = shown(base);
        Map<Integer, AttemptObservation> observations = new HashMap<>();
        for (Attempt attempt : status.attempts()) {
            boolean isSeen = answer.get(attempt.cluster()) == Answer.SEEN;
            Content content = base.at(ProtocolModel.place(attempt));
            observations.put(attempt.number(), isSeen ? seen(attempt, content) : AttemptObservation.unreachable(SEEN));
        }
        Stored stored = base.stored();
        GlobalRequest request = request(template, new Stored(status, stored.cancelled(), stored.deleting(), true));
        Map<Integer, AttemptAge> ages = new HashMap<>();
        status.attempts()
                .forEach(attempt -> ages.put(
                        attempt.number(), new AttemptAge(Duration.between(attempt.since(), NOW), Duration.ZERO)));
        return decider.decide(new RequestDecisionInput(
                request, true, members, ForgottenClusters.NONE, observations, ages, bids(answer), NOW));
    }

    private static AttemptObservation seen(Attempt attempt, Content content) {
        int objects = content.objects() == Objects.NONE ? 0 : 1;
        return new AttemptObservation(
                SEEN,
                true,
                attempt.clusterUid(),
                content.anchor() != Anchor.NONE,
                content.fenced() || content.anchor() == Anchor.DELETING,
                objects,
                1,
                content.ready() && content.anchor() == Anchor.LIVE ? objects : 0,
                null,
                "");
    }

    private Map<Integer, LevelBids> bids(Map<String, Answer> answer) {
        Map<Integer, LevelBids> bids = new HashMap<>();
        List<List<String>> levels = template.request().spec().clusters().levels();
        for (int level = 0; level < levels.size(); level++) {
            List<Bid> ofLevel = levels.get(level).stream()
                    .map(cluster -> bid(cluster, answer.get(cluster) == Answer.SEEN))
                    .toList();
            bids.put(level, new LevelBids(level, NOW, ofLevel));
        }
        return bids;
    }

    private static Bid bid(String cluster, boolean isSeen) {
        return new Bid(cluster, 1, Double.NaN, Double.NaN, 1, Double.NaN, NOW, isSeen ? "" : "no answer");
    }

    private static Member member(String name, boolean isReachable) {
        return new Member(
                name,
                "uid-" + name,
                LocationClass.EDGE,
                Map.of(),
                Set.of(Member.ANY_NAMESPACE),
                1,
                isReachable,
                null,
                null,
                Double.NaN,
                Double.NaN,
                "");
    }

    static GlobalRequest request(TestRequests template, Stored stored) {
        TestRequests request = stored.cancelled() ? template.cancelled() : template;
        request = stored.deleting() ? request.deleting() : request;
        return request.with(stored.status()).request();
    }

    private static RequestStatus shown(Base base) {
        RequestStatus status = base.stored().status();
        List<Attempt> attempts = status.attempts().stream()
                .map(attempt -> new Attempt(
                        attempt.number(),
                        attempt.round(),
                        attempt.level(),
                        attempt.cluster(),
                        attempt.clusterUid(),
                        attempt.phase(),
                        LONG_AGO,
                        base.late().contains(attempt.number()) ? LONG_AGO : LATER,
                        base.fencedOff().contains(attempt.number()) && attempt.phase() == AttemptPhase.CLEANING
                                ? LONG_AGO
                                : SEEN,
                        ""))
                .toList();
        return with(status, attempts);
    }

    RequestStatus initial() {
        return normalized(RequestStatus.NEW);
    }

    /** Returns the status without texts and times; always the same object for equal ones. */
    RequestStatus normalized(RequestStatus status) {
        List<Attempt> attempts = status.attempts().stream()
                .map(attempt -> new Attempt(
                        attempt.number(),
                        attempt.round(),
                        attempt.level(),
                        attempt.cluster(),
                        attempt.clusterUid(),
                        attempt.phase(),
                        LONG_AGO,
                        LATER,
                        SEEN,
                        ""))
                .toList();
        return statuses.computeIfAbsent(with(status, attempts), each -> each);
    }

    private static RequestStatus with(RequestStatus status, List<Attempt> attempts) {
        RequestPhase phase = status.phase();
        return new RequestStatus(phase, 0, status.failures(), attempts, null, null, null, "");
    }
}
