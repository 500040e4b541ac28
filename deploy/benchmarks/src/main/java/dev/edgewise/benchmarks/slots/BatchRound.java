package dev.edgewise.benchmarks.slots;

import dev.edgewise.benchmarks.slots.BatchPlan.Planned;
import dev.edgewise.benchmarks.slots.cluster.SlotCluster;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** One round: jobs and Schedulings are created, all of them end, what happened is verified, and all are deleted. */
final class BatchRound {
    private static final int MOST_NAMED = 5;
    private static final int POLL_MILLIS = 250;
    private static final int GONE_SECONDS = 60;

    private final ClusterApi api;
    private final BatchPlan plan;
    private final List<Planned> planned;
    private final List<String> violations = new ArrayList<>();

    /** Work that is done again and again while the Schedulings run. */
    @FunctionalInterface
    interface Meanwhile {
        void step() throws Exception;
    }

    BatchRound(ClusterApi api, BatchPlan plan) {
        this.api = api;
        this.plan = plan;
        this.planned = plan.planned();
    }

    List<Planned> planned() {
        return planned;
    }

    /** Creates all jobs, then all Schedulings. */
    void create() throws IOException, InterruptedException {
        api.each(planned, each -> {
            for (String job : each.jobs()) {
                api.create(SlotCluster.path("batchjobs"), SlotManifests.job(job, each.skips()));
            }
        });
        // Older Schedulings come first, so they are created one after the other.
        for (Planned each : planned) {
            api.create(SlotCluster.path("schedulings"), SlotManifests.scheduling(each, plan.slotsPerJob()));
        }
    }

    /** Waits until each Scheduling has ended. */
    void awaitEnd(int seconds, Meanwhile meanwhile) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Map<String, String> states = states();
        while (states.values().stream().anyMatch(state -> !isEnd(state))) {
            if (System.nanoTime() > end) {
                states.values().removeIf(BatchRound::isEnd);
                throw new IllegalStateException("these have not ended within " + seconds + " s: " + states);
            }
            meanwhile.step();
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            states = states();
        }
    }

    private static boolean isEnd(String state) {
        return state.equals("Completed") || state.equals("Failed");
    }

    private Map<String, String> states() throws IOException {
        Map<String, String> states = new HashMap<>();
        for (JsonNode scheduling : api.get(SlotCluster.path("schedulings")).path("items")) {
            states.put(
                    scheduling.path("metadata").path("name").asString(),
                    scheduling.path("status").path("state").asString(""));
        }
        return states;
    }

    /** Verifies that each Scheduling, job and slot is as it had to be. */
    void verify(SlotUse use) throws IOException {
        Map<String, String> states = states();
        Map<String, JsonNode> jobs = new HashMap<>();
        for (JsonNode job : api.get(SlotCluster.path("batchjobs")).path("items")) {
            jobs.put(job.path("metadata").path("name").asString(), job.path("status"));
        }
        violations.addAll(use.sharedSlots());
        for (Planned each : planned) {
            check(each.end().equals(states.get(each.name())), each.name() + " is " + states.get(each.name()));
            if (!each.fails()) {
                each.jobs().forEach(job -> verify(each, job, of(jobs, job), use));
                for (int i = 1; i < each.jobs().size(); i++) {
                    String before = each.jobs().get(i - 1);
                    String next = each.jobs().get(i);
                    check(epoch(of(jobs, before)) < epoch(of(jobs, next)), next + " got slots before " + before);
                }
            }
        }
    }

    private static JsonNode of(Map<String, JsonNode> jobs, String name) {
        return jobs.getOrDefault(name, MissingNode.getInstance());
    }

    private void verify(Planned each, String job, JsonNode status, SlotUse use) {
        boolean fails = each.fails(job);
        String state = status.path("state").asString("");
        check(state.equals(fails ? "Failed" : "Completed"), job + " is " + state);
        JsonNode runs = status.path("runs");
        check(runs.size() == 1, job + " has run " + runs.size() + " times");
        check(runs.path(0).path("successful").asBoolean(fails) != fails, "the run of " + job + " is " + runs.path(0));
        if (!fails) {
            check(use.pods(job) == plan.slotsPerJob(), job + " had " + use.pods(job) + " pods");
        }
    }

    /** Number of the job's only run: runs are counted in the order in which they get slots. */
    private static long epoch(JsonNode status) {
        return status.path("runs").path(0).path("epoch").asLong(-1);
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            violations.add(otherwise);
        }
    }

    /** Deletes all Schedulings and jobs, and waits until they are gone. */
    void delete() throws IOException, InterruptedException {
        for (String kind : List.of("schedulings", "batchjobs")) {
            api.delete(SlotCluster.path(kind));
            for (int i = 0; api.get(SlotCluster.path(kind)).path("items").size() > 0; i++) {
                if (i > GONE_SECONDS) {
                    throw new IllegalStateException(
                            kind + " are still there " + GONE_SECONDS + " s after they were deleted");
                }
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }

    /** @throws IllegalStateException if something was not as it had to be */
    void require() {
        if (!violations.isEmpty()) {
            throw new IllegalStateException(violations.size() + " violations: "
                    + String.join("; ", violations.subList(0, Math.min(MOST_NAMED, violations.size()))));
        }
    }
}
