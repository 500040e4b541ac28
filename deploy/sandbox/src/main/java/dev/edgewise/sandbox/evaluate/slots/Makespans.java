package dev.edgewise.sandbox.evaluate.slots;

import dev.edgewise.examples.slots.learning.CoLocationSlowdown;
import dev.edgewise.examples.slots.learning.JobPair;
import dev.edgewise.examples.slots.learning.LearnedRunTimes;
import dev.edgewise.examples.slots.learning.LearningSettings;
import dev.edgewise.examples.slots.learning.PairChooser;
import dev.edgewise.examples.slots.learning.PairChooser.Choice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Makespans of a batch of Schedulings, one after the other, on nodes with two slots each. All arms run the same jobs in
 * the same Schedulings; they differ only in which of them share a node. A Scheduling takes as long as its longest job.
 */
final class Makespans {
    private final TrueRunTimes truth;
    private final RunTimeNoise noise;
    private final int nodes;
    private final int rounds;

    /**
     * Seconds of the batch.
     *
     * @param fifo by order of arrival
     * @param example by the example, which has learned nothing at first and learns from these runs alone
     * @param knowing by the example's choice, from the true times
     */
    record Outcome(double fifo, double example, double knowing) {
        /** Reduction of the makespan in percent. */
        double gain() {
            return 100 * (1 - example / fifo);
        }

        /** Reduction of the makespan in percent by one who knows the true times. */
        double gainOfKnowing() {
            return 100 * (1 - knowing / fifo);
        }
    }

    Makespans(TrueRunTimes truth, RunTimeNoise noise, int nodes, int rounds) {
        this.truth = truth;
        this.noise = noise;
        this.nodes = nodes;
        this.rounds = rounds;
    }

    Outcome run() {
        Random arrivals = new Random(noise.seed());
        LearnedRunTimes learned = new LearnedRunTimes();
        double fifo = 0;
        double example = 0;
        double knowing = 0;
        for (int round = 0; round < rounds; round++) {
            List<String> arrived = new ArrayList<>(truth.jobs());
            Collections.shuffle(arrived, arrivals);
            List<String> jobs = arrived.subList(0, Math.min(arrived.size(), 2 * nodes));
            fifo += seconds(inOrder(jobs), round);
            CoLocationSlowdown known = new CoLocationSlowdown(learned, LearningSettings.USUAL);
            Choice choice = PairChooser.choose(jobs, nodes, known::of);
            example += seconds(choice, round);
            learn(learned, choice, round);
            knowing += seconds(PairChooser.choose(jobs, nodes, truth::loss), round);
        }
        return new Outcome(fifo, example, knowing);
    }

    /** Places the i-th job into the i-th slot. The first slots of all nodes come before the second ones. */
    private Choice inOrder(List<String> jobs) {
        List<JobPair> pairs = new ArrayList<>();
        List<String> alone = new ArrayList<>();
        for (int node = 0; node < Math.min(nodes, jobs.size()); node++) {
            if (node + nodes < jobs.size()) {
                pairs.add(JobPair.of(jobs.get(node), jobs.get(node + nodes)));
            } else {
                alone.add(jobs.get(node));
            }
        }
        return new Choice(pairs, alone);
    }

    private double seconds(Choice choice, int round) {
        double longest = 0;
        for (JobPair pair : choice.pairs()) {
            longest = Math.max(longest, seconds(pair.first(), pair.second(), round));
            longest = Math.max(longest, seconds(pair.second(), pair.first(), round));
        }
        for (String job : choice.alone()) {
            longest = Math.max(longest, truth.alone(job) * noise.ofRound(round, job));
        }
        return longest;
    }

    private void learn(LearnedRunTimes learned, Choice choice, int round) {
        choice.pairs().forEach(pair -> {
            learned.complete(pair.first(), pair.second(), seconds(pair.first(), pair.second(), round));
            learned.complete(pair.second(), pair.first(), seconds(pair.second(), pair.first(), round));
        });
    }

    private double seconds(String job, String beside, int round) {
        return truth.of(job, beside) * noise.ofRound(round, job);
    }
}
