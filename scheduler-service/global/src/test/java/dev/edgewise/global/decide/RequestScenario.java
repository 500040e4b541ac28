package dev.edgewise.global.decide;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.cluster.LocationClass;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.member.ForgottenClusters;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.OnUnreachable;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.policy.Bid;
import dev.edgewise.global.policy.ClusterRanker;
import dev.edgewise.global.policy.LevelBids;
import dev.edgewise.global.policy.RankedCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One request and its clusters, in memory. Writes are made at once; the test decides about the state of objects. {@link
 * #run} decides and acts until there is nothing more to do at this moment.
 */
final class RequestScenario {
    static final AttemptProperties SETTINGS = new AttemptProperties(
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(60));
    /** Most that fit first. */
    static final ClusterRanker RANKER = (policy, bids) -> bids.stream()
            .filter(Bid::isAccepted)
            .sorted((a, b) -> Integer.compare(b.fits(), a.fits()))
            .map(bid -> new RankedCluster(bid, bid.fits(), bid.fits() + " fit"))
            .toList();

    private static final int MOST_STEPS = 200;

    private final RequestDecider decider = new RequestDecider(RANKER, SETTINGS, 1);
    private final Map<String, Cluster> clusters = new HashMap<>();
    private final Map<Integer, LevelBids> bids = new HashMap<>();
    private final Map<Integer, AttemptObservation> observations = new HashMap<>();
    /** When the replica first knew of the phase of an attempt, and of another cluster in place of its own. */
    private final Map<Integer, Instant> knownSince = new HashMap<>();

    private final Map<Integer, Instant> otherSince = new HashMap<>();
    private final Map<String, Set<String>> forgotten = new HashMap<>();
    private GlobalRequest request;
    private Instant now = TestRequests.START;
    boolean dispatched = true;
    boolean isGone;
    /** Whether the worker is killed after its next write, before any action. */
    boolean isKilled;

    int writes;
    int questions;
    int looks;
    /** Decisions for which the request held a place. */
    int held;

    NextRequestStep last;

    RequestScenario(TestRequests request, String... names) {
        this.request = request.request();
        for (String name : names) {
            clusters.put(name, new Cluster(name));
        }
        last = decide();
    }

    /** A cluster, with the attempts of which objects exist. */
    static final class Cluster {
        final String name;
        String uid;
        boolean isReachable = true;
        /** Whether the health check has noticed that it does not answer. */
        boolean isHealthy = true;

        int fits = 10;
        boolean becomesReady = true;
        boolean deletesAtOnce = true;
        String failure = "";
        Set<String> namespaces = Set.of(Member.ANY_NAMESPACE);
        final Set<Integer> anchors = new HashSet<>();
        final Set<Integer> objects = new HashSet<>();
        final Set<Integer> fenced = new HashSet<>();

        Cluster(String name) {
            this.name = name;
            this.uid = "uid-" + name;
        }

        void disconnect() {
            isReachable = false;
            isHealthy = false;
        }

        void connect() {
            isReachable = true;
            isHealthy = true;
        }

        boolean isEmpty() {
            return anchors.isEmpty() && objects.isEmpty();
        }
    }

    Cluster cluster(String name) {
        return clusters.get(name);
    }

    void remove(String name) {
        clusters.remove(name);
    }

    GlobalRequest request() {
        return request;
    }

    RequestStatus status() {
        return request.status();
    }

    void set(TestRequests changed) {
        request = changed.request();
    }

    Instant now() {
        return now;
    }

    /** Returns the attempts as {@code c1 CLEANED}. */
    List<String> attempts() {
        return status().attempts().stream()
                .map(attempt -> attempt.cluster() + " " + attempt.phase())
                .toList();
    }

    void forget(String name, String uid) {
        forgotten.put(name, Set.of(uid));
    }

    /** Lets another replica take over, whose clock is ahead by that. */
    RequestScenario takeOver(Duration ahead) {
        now = now.plus(ahead);
        observations.clear();
        bids.clear();
        otherSince.clear();
        knownSince.replaceAll((number, since) -> now);
        return run();
    }

    RequestScenario after(Duration time) {
        now = now.plus(time);
        return run();
    }

    /** Decides and acts until nothing is to be done now. */
    RequestScenario run() {
        for (int i = 0; i < MOST_STEPS; i++) {
            last = decide();
            held += last.holdsPlace() ? 1 : 0;
            boolean isWritten = !last.status().equals(status());
            if (isWritten) {
                write(last.status());
            }
            if (isWritten && isKilled) {
                isKilled = false;
                return this;
            }
            last.actions().forEach(this::act);
            if (last.requeue()) {
                dispatched = false;
                bids.clear();
            }
            if (!isWritten && last.actions().isEmpty() || isGone) {
                return this;
            }
        }
        throw new AssertionError("decides for ever: " + last);
    }

    NextRequestStep decide() {
        Map<String, Member> members = new HashMap<>();
        clusters.values().forEach(cluster -> members.put(cluster.name, member(cluster)));
        Map<Integer, AttemptAge> ages = new HashMap<>();
        knownSince.forEach((number, since) -> ages.put(
                number,
                new AttemptAge(
                        Duration.between(since, now), Duration.between(otherSince.getOrDefault(number, now), now))));
        Set<String> answering = new HashSet<>();
        clusters.values().stream().filter(each -> each.isHealthy).forEach(each -> answering.add(each.uid));
        ForgottenClusters marked = new ForgottenClusters(forgotten, answering);
        return decider.decide(
                new RequestDecisionInput(request, dispatched, members, marked, observations, ages, bids, now));
    }

    private static Member member(Cluster cluster) {
        return new Member(
                cluster.name,
                cluster.uid,
                LocationClass.EDGE,
                Map.of(),
                cluster.namespaces,
                1,
                cluster.isHealthy,
                null,
                null,
                Double.NaN,
                Double.NaN,
                "");
    }

    private void write(RequestStatus status) {
        writes++;
        Map<Integer, Attempt> before = new HashMap<>();
        status().attempts().forEach(attempt -> before.put(attempt.number(), attempt));
        for (Attempt attempt : status.attempts()) {
            Attempt old = before.get(attempt.number());
            if (old == null || old.phase() != attempt.phase()) {
                observations.remove(attempt.number());
                knownSince.put(attempt.number(), now);
                bids.clear();
            }
        }
        request = new TestRequests(request).with(status).request();
    }

    private void act(RequestAction action) {
        if (action instanceof RequestAction.AskForBids question) {
            questions++;
            bids.put(
                    question.level(),
                    new LevelBids(
                            question.level(),
                            now,
                            question.clusters().stream().map(this::bid).toList()));
        } else if (action instanceof RequestAction.Apply apply) {
            look(apply.attempt(), cluster -> {
                cluster.anchors.add(apply.attempt().number());
                cluster.objects.add(apply.attempt().number());
                if (request.spec().onUnreachable() == OnUnreachable.FENCE) {
                    cluster.fenced.add(apply.attempt().number());
                }
            });
        } else if (action instanceof RequestAction.Observe observe) {
            look(observe.attempt(), cluster -> {});
        } else if (action instanceof RequestAction.Release release) {
            look(
                    release.attempt(),
                    cluster -> cluster.fenced.remove(release.attempt().number()));
        } else if (action instanceof RequestAction.Delete delete) {
            look(delete.attempt(), cluster -> {
                if (cluster.deletesAtOnce) {
                    cluster.anchors.remove(delete.attempt().number());
                    cluster.objects.remove(delete.attempt().number());
                }
            });
        } else {
            isGone = true;
        }
    }

    private Bid bid(String name) {
        Cluster cluster = clusters.get(name);
        boolean isAnswered = cluster != null && cluster.isReachable;
        int fits = isAnswered ? cluster.fits : 0;
        return new Bid(
                name,
                fits,
                Double.NaN,
                Double.NaN,
                1,
                Double.NaN,
                now,
                !isAnswered ? "no answer" : fits == 0 ? "full" : "");
    }

    private void look(Attempt attempt, Consumer<Cluster> change) {
        looks++;
        Cluster cluster = clusters.get(attempt.cluster());
        if (cluster == null || !cluster.isReachable) {
            observations.put(attempt.number(), AttemptObservation.unreachable(now));
            return;
        }
        if (cluster.uid.equals(attempt.clusterUid())) {
            change.accept(cluster);
        }
        if (cluster.uid.equals(attempt.clusterUid())) {
            otherSince.remove(attempt.number());
        } else {
            otherSince.putIfAbsent(attempt.number(), now);
        }
        boolean hasObjects = cluster.objects.contains(attempt.number());
        observations.put(
                attempt.number(),
                new AttemptObservation(
                        now,
                        true,
                        cluster.uid,
                        cluster.anchors.contains(attempt.number()),
                        cluster.fenced.contains(attempt.number()),
                        hasObjects ? 2 : 0,
                        2,
                        hasObjects && cluster.becomesReady ? 2 : 0,
                        cluster.failure.isEmpty() ? null : cluster.failure,
                        "Pod web: image is pulled"));
    }
}
