package dev.edgewise.examples.slots;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Jobs, testbeds and Schedulings in memory, with the fields of the interface and no others. A Scheduling completes
 * after it was read twice; its jobs take as long as {@link #takes} says, on a clock of their own.
 */
final class FakeCluster {
    /** Status and body of an answer. */
    record Answer(int status, @Nullable Object body) {}

    /** Kinds of endings of the next Schedulings. */
    enum Ending {
        COMPLETES,
        FAILS,
        HANGS
    }

    private static final JsonMapper JSON = new JsonMapper();
    private static final Set<String> SCHEDULING_FIELDS = Set.of("name", "testBed", "queue", "slots");
    private static final int READS_UNTIL_THE_END = 2;
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(5);

    private final Map<String, Map<String, Object>> jobs = new TreeMap<>();
    private final Map<String, Map<String, Object>> testbeds = new TreeMap<>();
    private final Map<String, Map<String, Object>> schedulings = new TreeMap<>();
    private final Map<String, Integer> reads = new TreeMap<>();
    private final Map<String, Double> seconds = new TreeMap<>();
    private final List<JsonNode> posted = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private BiConsumer<String, String> changed = (kind, name) -> {};
    private Instant now = Instant.parse("2026-11-28T12:00:00Z");
    private Ending ending = Ending.COMPLETES;
    private int refusals;

    void onChange(BiConsumer<String, String> listener) {
        changed = listener;
    }

    synchronized void job(String name) {
        Map<String, Object> job = new LinkedHashMap<>();
        job.put("name", name);
        job.put("state", "ReadyState");
        job.put("externalScheduler", null);
        job.put("scheduledEvents", null);
        jobs.put(name, job);
    }

    /** Adds a testbed. Slots are numbered by their position on the node first. */
    synchronized void testbed(String name, int nodes, int slotsPerNode) {
        Map<String, List<Map<String, Object>>> byNode = new TreeMap<>();
        for (int node = 0; node < nodes; node++) {
            List<Map<String, Object>> slots = new ArrayList<>();
            for (int slot = 0; slot < slotsPerNode; slot++) {
                Map<String, Object> all = new LinkedHashMap<>();
                all.put("reservedFor", null);
                all.put("state", "FREE");
                all.put("podName", "ghost-" + node + "-" + slot);
                all.put("nodeName", "node-" + node);
                all.put("nodeId", node);
                all.put("slotPositionOnNode", slot);
                all.put("podUId", null);
                all.put("position", slot * nodes + node);
                slots.add(all);
            }
            byNode.put("node-" + node, slots);
        }
        Map<String, Object> testbed = new LinkedHashMap<>();
        testbed.put("name", name);
        testbed.put("state", "SUCCESS");
        testbed.put("numberOfNodes", nodes);
        testbed.put("numberOfSlotsPerNode", slotsPerNode);
        testbed.put("slotsByNode", byNode);
        testbeds.put(name, testbed);
    }

    /** Says how long a job takes beside another. */
    synchronized void takes(String job, String beside, double duration) {
        seconds.put(job + " " + beside, duration);
    }

    synchronized void ending(Ending next) {
        ending = next;
    }

    /** Answers the next requests with 503. */
    synchronized void refuse(int requests) {
        refusals = requests;
    }

    /** Adds a Scheduling that an earlier run has left. */
    synchronized void left(String name, String testbed) {
        Map<String, Object> scheduling = new LinkedHashMap<>();
        scheduling.put("name", name);
        scheduling.put("state", "FailedState");
        scheduling.put("jobStatus", List.of());
        scheduling.put("testBed", testbed);
        scheduling.put("queue", null);
        scheduling.put("slots", null);
        schedulings.put(name, scheduling);
    }

    synchronized void store(String job, Map<String, List<Map<String, String>>> data) {
        jobs.get(job).put("externalScheduler", data);
    }

    synchronized Object stored(String job) {
        return jobs.get(job).get("externalScheduler");
    }

    /** Schedulings that are there. */
    synchronized Set<String> schedulings() {
        return Set.copyOf(schedulings.keySet());
    }

    /** Bodies of all POSTs. */
    synchronized List<JsonNode> posted() {
        return List.copyOf(posted);
    }

    /** Requests that no client should make. */
    synchronized List<String> problems() {
        return List.copyOf(problems);
    }

    synchronized Answer answer(String method, String path, @Nullable JsonNode body) {
        Answer answer = decided(method, path, body);
        // A copy: the objects change on.
        return new Answer(answer.status(), answer.body() == null ? null : JSON.valueToTree(answer.body()));
    }

    private Answer decided(String method, String path, @Nullable JsonNode body) {
        if (refusals > 0) {
            refusals--;
            return new Answer(503, Map.of("detail", "starting"));
        }
        String[] parts = path.split("/", -1);
        String name = parts.length > 2 ? parts[2] : "";
        return switch (method + " " + parts[1]) {
            case "GET jobs" -> name.isEmpty() ? new Answer(200, jobs) : one(jobs, name);
            case "GET testbeds" -> name.isEmpty() ? new Answer(200, testbeds.values()) : one(testbeds, name);
            case "GET schedulings" -> {
                if (name.isEmpty()) {
                    yield new Answer(200, List.copyOf(schedulings.values()));
                }
                progress(name);
                yield one(schedulings, name);
            }
            case "POST schedulings" -> post(body);
            case "DELETE schedulings" -> delete(name);
            case "PUT jobs" -> put(body);
            default -> new Answer(405, Map.of("detail", method + " " + path));
        };
    }

    private static Answer one(Map<String, Map<String, Object>> all, String name) {
        return all.containsKey(name) ? new Answer(200, all.get(name)) : new Answer(404, Map.of("detail", name));
    }

    private Answer put(@Nullable JsonNode job) {
        Map<String, Object> known = jobs.get(job.path("name").asString());
        if (known == null || !known.keySet().containsAll(job.propertyNames())) {
            problems.add("PUT of " + job);
            return new Answer(400, null);
        }
        known.put("externalScheduler", JSON.treeToValue(job.path("externalScheduler"), Map.class));
        return new Answer(200, known);
    }

    private Answer post(@Nullable JsonNode scheduling) {
        posted.add(scheduling);
        String name = scheduling.path("name").asString();
        List<String> wrong = new ArrayList<>(scheduling.propertyNames());
        wrong.removeAll(SCHEDULING_FIELDS);
        if (!wrong.isEmpty()
                || schedulings.containsKey(name)
                || !isFree(scheduling.path("testBed").asString())) {
            problems.add("POST of " + scheduling);
            return new Answer(400, Map.of("detail", "fields " + wrong));
        }
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", name);
        object.put("state", "AcquireState");
        object.put("jobStatus", List.of());
        object.put("testBed", scheduling.path("testBed").asString());
        object.put("queue", null);
        object.put("slots", JSON.treeToValue(scheduling.path("slots"), Map.class));
        schedulings.put(name, object);
        places(name).forEach((position, job) -> {
            if (!"ReadyState".equals(jobs.get(job).get("state"))) {
                problems.add(job + " is in use");
            }
            jobs.get(job).put("state", "RunningState");
            slot(name, position).put("state", "OCCUPIED");
        });
        testbedOf(name).put("state", "RUNNING");
        changed.accept("schedulings", name);
        return new Answer(200, object);
    }

    private boolean isFree(String testbed) {
        return testbeds.containsKey(testbed)
                && "SUCCESS".equals(testbeds.get(testbed).get("state"));
    }

    private void progress(String name) {
        if (!schedulings.containsKey(name)
                || !"AcquireState".equals(schedulings.get(name).get("state"))
                || reads.merge(name, 1, Integer::sum) < READS_UNTIL_THE_END
                || ending == Ending.HANGS) {
            return;
        }
        boolean completes = ending == Ending.COMPLETES;
        Map<Integer, String> places = places(name);
        if (completes) {
            places.forEach((position, job) -> end(job, name, duration(name, position, places), true));
            now = now.plus(Duration.ofMinutes(10));
        }
        schedulings.get(name).put("state", completes ? "CompletedState" : "FailedState");
        changed.accept("schedulings", name);
    }

    /** How long a job takes beside the one on the same node; 60 s alone. */
    private double duration(String name, int position, Map<Integer, String> places) {
        Object node = slot(name, position).get("nodeId");
        return places.entrySet().stream()
                .filter(other -> other.getKey() != position
                        && slot(name, other.getKey()).get("nodeId").equals(node))
                .map(other -> seconds.get(places.get(position) + " " + other.getValue()))
                .findFirst()
                .orElse(60.0);
    }

    private void end(String job, String scheduling, double duration, boolean successful) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("start", now.toString());
        event.put("stop", now.plusNanos(Math.round(duration * 1e9)).toString());
        event.put("successful", successful);
        event.put("scheduling", Map.of("name", scheduling, "namespace", "default"));
        Object before = jobs.get(job).get("scheduledEvents");
        List<Object> events = new ArrayList<>(before == null ? List.of() : (List<?>) before);
        events.add(event);
        jobs.get(job).put("scheduledEvents", events);
    }

    private Answer delete(String name) {
        Map<String, Object> scheduling = schedulings.get(name);
        if (scheduling == null) {
            return new Answer(304, null);
        }
        if (scheduling.get("slots") != null) {
            places(name).forEach((position, job) -> {
                if ("AcquireState".equals(scheduling.get("state"))) {
                    end(job, name, LONG_ENOUGH.toSeconds(), false);
                }
                jobs.get(job).put("state", "ReadyState");
                slot(name, position).put("state", "FREE");
            });
            testbedOf(name).put("state", "SUCCESS");
        }
        schedulings.remove(name);
        reads.remove(name);
        changed.accept("schedulings", name);
        changed.accept("testbeds", String.valueOf(scheduling.get("testBed")));
        return new Answer(200, scheduling);
    }

    private Map<String, Object> testbedOf(String scheduling) {
        return testbeds.get(String.valueOf(schedulings.get(scheduling).get("testBed")));
    }

    private Map<String, Object> slot(String scheduling, int position) {
        return slots(testbedOf(scheduling)).stream()
                .filter(slot -> slot.get("position").equals(position))
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> slots(Map<String, Object> testbed) {
        return ((Map<String, List<Map<String, Object>>>) testbed.get("slotsByNode"))
                .values().stream().flatMap(List::stream).toList();
    }

    /** Jobs of a Scheduling by their slot. */
    private Map<Integer, String> places(String scheduling) {
        Map<Integer, String> places = new TreeMap<>();
        JSON.valueToTree(schedulings.get(scheduling).get("slots")).path("jobs").forEach(job -> job.path("slots")
                .forEach(position ->
                        places.put(position.asInt(), job.path("name").asString())));
        return places;
    }
}
