package dev.edgewise.global.simulation;

import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.decide.AttemptProperties;
import dev.edgewise.global.decide.NextRequestStep;
import dev.edgewise.global.decide.RequestAction;
import dev.edgewise.global.decide.RequestDecider;
import dev.edgewise.global.decide.RequestDecisionInput;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.policy.Bid;
import dev.edgewise.global.policy.LevelBids;
import dev.edgewise.global.policy.RankedCluster;
import dev.edgewise.global.queue.OwningReplica;
import dev.edgewise.global.queue.QueueProperties;
import dev.edgewise.global.queue.RequestQueues;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One replica with its memory. It decides about its requests once in each step, until nothing is to be done at that
 * moment.
 */
final class SimulatedWorker {
    private static final QueueProperties QUEUE = new QueueProperties(2, 2, 5, 5);
    private static final AttemptProperties ATTEMPTS = new AttemptProperties(
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(60));

    private final String name;
    private final SimulatedStore store;
    private final Map<String, SimulatedCluster> clusters;
    private final RequestQueues queues = new RequestQueues(QUEUE);
    private final Map<RequestKey, Map<Integer, AttemptObservation>> observations = new HashMap<>();
    private final Map<RequestKey, Map<Integer, LevelBids>> bids = new HashMap<>();
    private final RequestDecider decider = new RequestDecider(
            (policy, offered) -> offered.stream()
                    .map(bid -> new RankedCluster(bid, 0, "in turn"))
                    .toList(),
            ATTEMPTS,
            QUEUE.giveUpAfter());
    private int writesLeft = Integer.MAX_VALUE;

    SimulatedWorker(String name, SimulatedStore store, Map<String, SimulatedCluster> clusters) {
        this.name = name;
        this.store = store;
        this.clusters = clusters;
    }

    /** Lets the worker die after so many further writes, before the actions of the last one. */
    void dieAfter(int writes) {
        writesLeft = writes;
    }

    boolean isDead() {
        return writesLeft <= 0;
    }

    void step(Set<String> live, Instant now) {
        for (GlobalRequest request : List.copyOf(store.all())) {
            if (name.equals(OwningReplica.replicaOf(request.uid(), live))) {
                queues.update(request);
            } else {
                queues.remove(request.key());
                observations.remove(request.key());
                bids.remove(request.key());
            }
        }
        for (GlobalRequest request : List.copyOf(store.all())) {
            run(request.key(), now);
        }
        for (List<RequestKey> next = queues.dispatch(now); !next.isEmpty(); next = queues.dispatch(now)) {
            next.forEach(key -> run(key, now));
        }
    }

    private void run(RequestKey key, Instant now) {
        while (queues.isDispatched(key) && !isDead()) {
            GlobalRequest request = store.get(key);
            NextRequestStep decision = decide(request, now);
            if (!decision.status().equals(request.status())) {
                GlobalRequest written = store.write(request, decision.status());
                writesLeft--;
                if (written == null || isDead()) {
                    return;
                }
                forgetChanged(request, written);
                queues.update(written);
            }
            queues.setPlace(key, decision.holdsPlace());
            decision.actions().forEach(action -> act(request, action, now));
            if (decision.actions().isEmpty() && decision.status().equals(request.status())) {
                return;
            }
        }
    }

    private NextRequestStep decide(GlobalRequest request, Instant now) {
        Map<String, Member> members = new HashMap<>();
        clusters.forEach((cluster, simulated) -> members.put(cluster, simulated.member()));
        return decider.decide(new RequestDecisionInput(
                request,
                true,
                members,
                observations.getOrDefault(request.key(), Map.of()),
                bids.getOrDefault(request.key(), Map.of()),
                now));
    }

    private void forgetChanged(GlobalRequest before, GlobalRequest after) {
        Map<Integer, AttemptObservation> seen = observations.computeIfAbsent(before.key(), none -> new HashMap<>());
        for (Attempt attempt : after.status().attempts()) {
            if (!before.status().attempts().contains(attempt)) {
                seen.remove(attempt.number());
            }
        }
    }

    private void act(GlobalRequest request, RequestAction action, Instant now) {
        String uid = request.uid();
        if (action instanceof RequestAction.AskForBids question) {
            List<Bid> answers = question.clusters().stream()
                    .map(cluster -> new Bid(cluster, 1, Double.NaN, Double.NaN, 1, Double.NaN, now, ""))
                    .toList();
            bids.computeIfAbsent(request.key(), none -> new HashMap<>())
                    .put(question.level(), new LevelBids(question.level(), now, answers));
        } else if (action instanceof RequestAction.Apply apply) {
            saw(request, apply.attempt(), cluster(apply.attempt()).apply(uid, apply.attempt(), now));
        } else if (action instanceof RequestAction.Observe observe) {
            saw(request, observe.attempt(), cluster(observe.attempt()).observe(uid, observe.attempt(), now));
        } else if (action instanceof RequestAction.Delete delete) {
            saw(request, delete.attempt(), cluster(delete.attempt()).delete(uid, delete.attempt(), now));
        } else {
            throw new AssertionError("not expected here: " + action);
        }
    }

    private void saw(GlobalRequest request, Attempt attempt, AttemptObservation observation) {
        observations.computeIfAbsent(request.key(), none -> new HashMap<>()).put(attempt.number(), observation);
    }

    private SimulatedCluster cluster(Attempt attempt) {
        return clusters.get(attempt.cluster());
    }
}
