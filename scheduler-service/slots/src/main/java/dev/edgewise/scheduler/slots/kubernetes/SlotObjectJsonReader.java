package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.ResourceSum;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.model.Toleration;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobSpec;
import dev.edgewise.scheduler.slots.model.FailurePolicy;
import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Problem;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads Testbeds, BatchJobs and Schedulings. An object whose spec cannot be followed is read with the {@link Problem},
 * so that its status can say so. The limits are those of the kinds' definitions, which an older version of these may
 * lack.
 */
final class SlotObjectJsonReader {
    /** The finalizer of the three kinds, by which what they have is released before they go. */
    static final String FINALIZER = "edgewise.dev/slots";

    private static final int LONGEST_NAME = 253;
    private static final int LONGEST_KEY = 317;
    private static final int MOST_SLOTS_PER_NODE = 100;
    private static final int LONGEST_IDLE = 604_800;
    private static final int LONGEST_RUN = 31_536_000;
    private static final int MOST_RETRIES = 100;
    private static final int LONGEST_BACKOFF = 600;
    private static final int DEFAULT_BACKOFF = 10;
    private static final int LARGEST_APPLICATION = 128 * 1024;
    private static final ObjectMapper MAPPER = ApiServerObjectMappers.lenient();

    private static final TestbedSpec NO_TESTBED =
            new TestbedSpec(1, "none", Resources.NONE, FreeSlotHoldingMode.PLACEHOLDER, null, List.of());
    private static final BatchJobSpec NO_JOB = new BatchJobSpec("none", FailurePolicy.FAIL, null, Map.of());

    private SlotObjectJsonReader() {}

    static ObjectMetadata metadata(KubeObject object) {
        return new ObjectMetadata(
                object.key(),
                object.uid(),
                object.version(),
                object.generation(),
                object.createdAt(),
                object.deleting(),
                object.hasFinalizer(FINALIZER));
    }

    static Testbed testbed(KubeObject object) {
        ObjectMetadata metadata = metadata(object);
        try {
            return new Testbed(metadata, testbedSpec(object.spec()), null, StatusJson.testbed(object.status()));
        } catch (SpecException wrong) {
            return new Testbed(metadata, NO_TESTBED, wrong.problem(), StatusJson.testbed(object.status()));
        }
    }

    private static TestbedSpec testbedSpec(JsonNode spec) {
        String heldBy = spec.path("heldBy").asText("Pods");
        if (!heldBy.equals("Pods") && !heldBy.equals("Placeholder")) {
            throw new SpecException("spec.heldBy", SpecReader.shown(spec.path("heldBy")), "Pods or Placeholder");
        }
        return new TestbedSpec(
                SpecReader.number(spec, "spec", "slotsPerNode", 1, MOST_SLOTS_PER_NODE),
                SpecReader.text(spec, "spec", "nodeLabel", LONGEST_KEY),
                resources(spec.path("resourcesPerSlot")),
                heldBy.equals("Pods") ? FreeSlotHoldingMode.PODS : FreeSlotHoldingMode.PLACEHOLDER,
                spec.has("idleAfterSeconds")
                        ? Duration.ofSeconds(SpecReader.number(spec, "spec", "idleAfterSeconds", 1, LONGEST_IDLE))
                        : null,
                JsonFieldAccess.list(spec.path("tolerations"), SlotObjectJsonReader::toleration));
    }

    private static Resources resources(JsonNode json) {
        Map<String, Quantity> quantities = new LinkedHashMap<>();
        json.properties().forEach(each -> quantities.put(each.getKey(), quantity(each.getKey(), each.getValue())));
        Resources resources;
        try {
            resources = ResourceSum.of("spec.resourcesPerSlot", quantities).toResources();
        } catch (InvalidObjectException wrong) {
            throw new SpecException(wrong.field(), wrong.value(), wrong.allowed());
        }
        if (resources.isNone()) {
            throw new SpecException("spec.resourcesPerSlot", SpecReader.shown(json), "an object of amounts above 0");
        }
        return resources;
    }

    private static Quantity quantity(String name, JsonNode value) {
        try {
            return new Quantity(
                    Quantity.parse(value.asText()).getAmount(),
                    Quantity.parse(value.asText()).getFormat());
        } catch (IllegalArgumentException wrong) {
            throw new SpecException(
                    "spec.resourcesPerSlot." + name, SpecReader.shown(value), "a quantity, such as 100m, 2 or 1Gi");
        }
    }

    private static Toleration toleration(JsonNode json) {
        String effect = json.path("effect").asText();
        boolean exists = json.path("operator").asText().equals("Exists");
        return new Toleration(
                json.path("key").asText(),
                exists ? Toleration.Operator.EXISTS : Toleration.Operator.EQUAL,
                json.path("value").asText(),
                switch (effect) {
                    case "NoSchedule" -> Taint.Effect.NO_SCHEDULE;
                    case "PreferNoSchedule" -> Taint.Effect.PREFER_NO_SCHEDULE;
                    case "NoExecute" -> Taint.Effect.NO_EXECUTE;
                    default -> null;
                });
    }

    static BatchJob job(KubeObject object) {
        ObjectMetadata metadata = metadata(object);
        try {
            Problem ofData = externalSchedulerProblem(object.spec().path("externalScheduler"));
            BatchJobSpec spec = jobSpec(object.spec(), ofData == null);
            return new BatchJob(metadata, spec, ofData, StatusJson.job(object.status()));
        } catch (SpecException wrong) {
            return new BatchJob(metadata, NO_JOB, wrong.problem(), StatusJson.job(object.status()));
        }
    }

    private static BatchJobSpec jobSpec(JsonNode spec, boolean hasData) {
        List<String> kinds = new ArrayList<>(List.of("job", "spark", "flink"));
        kinds.removeIf(kind -> !spec.path(kind).isObject());
        if (kinds.size() != 1) {
            throw new SpecException(
                    "spec", kinds.isEmpty() ? "none" : kinds.toString(), "exactly one of job, spark and flink");
        }
        String kind = kinds.get(0);
        int size = spec.path(kind).toString().length();
        if (size > LARGEST_APPLICATION) {
            throw new SpecException(
                    "spec." + kind,
                    size + " characters",
                    "an object of at most " + LARGEST_APPLICATION + " characters as JSON");
        }
        return new BatchJobSpec(
                kind,
                failurePolicy(spec.path("failurePolicy")),
                spec.has("runSeconds")
                        ? Duration.ofSeconds(SpecReader.number(spec, "spec", "runSeconds", 1, LONGEST_RUN))
                        : null,
                hasData ? externalScheduler(spec.path("externalScheduler")) : Map.of());
    }

    private static FailurePolicy failurePolicy(JsonNode policy) {
        String path = "spec.failurePolicy";
        String then = policy.path("then").asText("Fail");
        if (!then.equals("Fail") && !then.equals("Skip")) {
            throw new SpecException(path + ".then", SpecReader.shown(policy.path("then")), "Fail or Skip");
        }
        return new FailurePolicy(
                SpecReader.number(policy, path, "retries", 0, MOST_RETRIES, 0),
                Duration.ofSeconds(
                        SpecReader.number(policy, path, "backoffSeconds", 1, LONGEST_BACKOFF, DEFAULT_BACKOFF)),
                then.equals("Skip") ? FailurePolicy.AfterRetries.SKIP : FailurePolicy.AfterRetries.FAIL_SCHEDULING);
    }

    /** Returns the problem of data for schedulers, with which the job runs nevertheless. */
    private static @Nullable Problem externalSchedulerProblem(JsonNode data) {
        int size = data.toString().length();
        return size > BatchJobSpec.LARGEST_EXTERNAL_DATA
                ? new Problem(
                        BatchJobSpec.EXTERNAL_SCHEDULER,
                        size + " characters",
                        "an object of at most " + BatchJobSpec.LARGEST_EXTERNAL_DATA + " characters")
                : null;
    }

    private static Map<String, List<Map<String, String>>> externalScheduler(JsonNode data) {
        Map<String, List<Map<String, String>>> read = new LinkedHashMap<>();
        data.properties()
                .forEach(entry -> read.put(entry.getKey(), JsonFieldAccess.list(entry.getValue(), row -> {
                    Map<String, String> texts = new LinkedHashMap<>();
                    row.properties()
                            .forEach(text ->
                                    texts.put(text.getKey(), text.getValue().asText()));
                    return texts;
                })));
        return read;
    }

    static Scheduling scheduling(KubeObject object) {
        ObjectMetadata metadata = metadata(object);
        try {
            return new Scheduling(
                    metadata,
                    schedulingSpec(object.spec(), metadata.namespace()),
                    null,
                    StatusJson.scheduling(object.status()));
        } catch (SpecException wrong) {
            SchedulingSpec none =
                    new SchedulingSpec(new ObjectKey(metadata.namespace(), "none"), new RequestedJobs.Queue(List.of()));
            return new Scheduling(metadata, none, wrong.problem(), StatusJson.scheduling(object.status()));
        }
    }

    private static SchedulingSpec schedulingSpec(JsonNode spec, String namespace) {
        boolean hasQueue = spec.path("queueBased").isArray();
        boolean hasSlots = spec.path("slotBased").isObject();
        if (hasQueue == hasSlots) {
            throw new SpecException("spec", hasQueue ? "both" : "none", "exactly one of queueBased and slotBased");
        }
        ObjectKey testbed = key(spec.path("testbed"), "spec.testbed", namespace);
        return new SchedulingSpec(
                testbed,
                hasQueue ? queue(spec.path("queueBased"), namespace) : slots(spec.path("slotBased"), namespace));
    }

    private static RequestedJobs queue(JsonNode entries, String namespace) {
        List<ObjectKey> jobs = new ArrayList<>();
        for (JsonNode entry : entries) {
            jobs.add(key(entry, "spec.queueBased[" + jobs.size() + "]", namespace));
        }
        return new RequestedJobs.Queue(jobs);
    }

    private static RequestedJobs slots(JsonNode slots, String namespace) {
        String mode = slots.path("mode").asText("strict");
        if (!mode.equals("strict") && !mode.equals("relaxed")) {
            throw new SpecException("spec.slotBased.mode", SpecReader.shown(slots.path("mode")), "strict or relaxed");
        }
        List<RequestedJobs.JobSlots> jobs = new ArrayList<>();
        for (JsonNode job : slots.path("jobs")) {
            String path = "spec.slotBased.jobs[" + jobs.size() + "]";
            List<Integer> positions = new ArrayList<>();
            for (JsonNode position : job.path("slotIds")) {
                positions.add(SpecReader.number(
                        position, path + ".slotIds[" + positions.size() + "]", 0, RequestedJobs.HIGHEST_POSITION));
            }
            jobs.add(new RequestedJobs.JobSlots(key(job.path("name"), path + ".name", namespace), positions));
        }
        return new RequestedJobs.Slots(
                mode.equals("strict") ? RequestedJobs.Mode.STRICT : RequestedJobs.Mode.RELAXED, jobs);
    }

    private static ObjectKey key(JsonNode json, String path, String namespace) {
        String given = json.path("namespace").asText();
        return new ObjectKey(given.isEmpty() ? namespace : given, SpecReader.text(json, path, "name", LONGEST_NAME));
    }

    /** Returns the part of a job's spec that says what runs, as text: it is read when the application is made. */
    static @Nullable String application(KubeObject object, BatchJob job) {
        JsonNode part = object.spec().path(job.spec().application());
        return part.isObject() ? part.toString() : null;
    }

    static JsonNode parse(@Nullable String text) {
        if (text == null) {
            return MAPPER.missingNode();
        }
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException broken) {
            return MAPPER.missingNode();
        }
    }
}
