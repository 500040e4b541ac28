package dev.edgewise.scheduler.slots.application;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A SparkApplication of the Spark operator, each executor of which has a slot; its driver is outside. Executors get
 * into slots by their pod template: the operator applies typed fields such as {@code executor.schedulerName} by its
 * webhook alone, which need not be there.
 */
final class SparkApplication implements ApplicationKind {
    private static final String EXECUTOR_CONTAINER = "spark-kubernetes-executor";

    /** The fields of an executor which only the webhook applies, and by which it would override the template. */
    private static final List<String> OF_THE_WEBHOOK = List.of(
            "schedulerName", "priorityClassName", "affinity", "tolerations", "nodeSelector", "coreLimit", "gpu");

    private static final String EXECUTOR = "spark.kubernetes.executor.";
    private static final String SELECTOR = "spark.kubernetes.node.selector.";

    /**
     * The settings which Spark prefers to the template of executors, or by which their pods would request more than a
     * slot.
     */
    private static final List<String> BEFORE_THE_TEMPLATE = List.of(
            EXECUTOR + "scheduler.name",
            EXECUTOR + "limit.cores",
            "spark.executor.pyspark.memory",
            "spark.memory.offHeap.enabled");

    /** The share of the memory that Spark leaves to all but the heap, and its least amount in MiB. */
    private static final int OVERHEAD_DIVISOR = 10;

    private static final long LEAST_OVERHEAD = 384;
    /** Below 450 MiB an executor does not start. */
    private static final long LEAST_HEAP = 512;

    private static final Pattern MEMORY = Pattern.compile("([0-9]{1,9})([mMgG])(i?[bB]?)");
    private static final long MEBIBYTES_OF_A_GIBIBYTE = 1024;
    private static final int MILLIS = 1000;

    @Override
    public String name() {
        return "spark";
    }

    @Override
    public String group() {
        return "sparkoperator.k8s.io";
    }

    @Override
    public String version() {
        return "v1beta2";
    }

    @Override
    public String kind() {
        return "SparkApplication";
    }

    @Override
    public String plural() {
        return "sparkapplications";
    }

    @Override
    public ObjectNode manifest(ApplicationManifestInput request) {
        ObjectNode manifest = JsonNodeFactory.instance.objectNode();
        request.describe(manifest, this);
        ObjectNode spec = PodTemplates.copy(request.spec());
        // Runs are repeated by the job's failure policy, which also says when the result has been read.
        spec.putObject("restartPolicy").put("type", "Never");
        List.of("timeToLiveSeconds", "batchScheduler", "batchSchedulerOptions", "dynamicAllocation", "suspend")
                .forEach(spec::remove);
        ObjectNode conf = PodTemplates.object(spec, "sparkConf");
        placeDriverOnly(spec, conf);
        conf.put("spark.dynamicAllocation.enabled", "false")
                .put("spark.kubernetes.allocation.batch.size", Integer.toString(request.size()))
                .put("spark.scheduler.minRegisteredResourcesRatio", "1.0");
        execute(PodTemplates.object(spec, "executor"), request);
        manifest.set("spec", spec);
        return manifest;
    }

    /**
     * Has settings of scheduler and nodes concern the driver alone: Spark prefers them to the template of executors.
     */
    private static void placeDriverOnly(ObjectNode spec, ObjectNode conf) {
        BEFORE_THE_TEMPLATE.forEach(conf::remove);
        PodTemplates.RESERVED.forEach(
                name -> conf.remove(List.of(EXECUTOR + "annotation." + name, EXECUTOR + "label." + name)));
        spec.path("nodeSelector").properties().forEach(each -> conf.set(SELECTOR + each.getKey(), each.getValue()));
        spec.remove("nodeSelector");
        for (String key : names(conf)) {
            if (key.startsWith(EXECUTOR + "node.selector.")) {
                conf.remove(key);
            } else if (key.equals("spark.kubernetes.scheduler.name") || key.startsWith(SELECTOR)) {
                String own = key.replace("spark.kubernetes.", "spark.kubernetes.driver.");
                JsonNode value = conf.remove(key);
                conf.set(own, conf.path(own).isMissingNode() ? value : conf.path(own));
            }
        }
    }

    private static List<String> names(ObjectNode conf) {
        List<String> names = new ArrayList<>();
        conf.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static void execute(ObjectNode executor, ApplicationManifestInput request) {
        OF_THE_WEBHOOK.forEach(executor::remove);
        PodTemplates.withoutSlots(executor.path("labels"));
        PodTemplates.withoutSlots(executor.path("annotations"));
        long milliCpu = request.slot().milliCpu();
        long overhead = overhead(executor.path("memoryOverhead").asText(), request.mebibytes());
        executor.put("instances", request.size())
                .put("cores", (int) Math.max(1, milliCpu / MILLIS))
                .put("coreRequest", milliCpu + "m")
                .put("memory", (request.mebibytes() - overhead) + "m")
                .put("memoryOverhead", overhead + "m");
        ObjectNode template = PodTemplates.object(executor, "template");
        PodTemplates.intoSlots(template, request);
        PodTemplates.requestSlot(template, request.slot(), PodTemplates.container(template, EXECUTOR_CONTAINER));
    }

    /**
     * Returns the part of a slot's memory that is not for the heap: what the user says, or what Spark takes, if enough
     * is left.
     */
    private static long overhead(String wanted, long slot) {
        Matcher memory = MEMORY.matcher(wanted);
        long overhead = Math.max(slot / OVERHEAD_DIVISOR, LEAST_OVERHEAD);
        if (memory.matches()) {
            long amount = Long.parseLong(memory.group(1));
            overhead = memory.group(2).equalsIgnoreCase("g") ? amount * MEBIBYTES_OF_A_GIBIBYTE : amount;
        }
        return Math.max(0, Math.min(overhead, slot - LEAST_HEAP));
    }

    @Override
    public Observation observe(JsonNode spec, JsonNode status) {
        JsonNode application = status.path("applicationState");
        String state = application.path("state").asText();
        return switch (state) {
            case "COMPLETED" -> Observation.SUCCEEDED;
            case "FAILED", "FAILING", "SUBMISSION_FAILED" ->
                Observation.failed(
                        state + ": " + application.path("errorMessage").asText());
            case "SUCCEEDING" -> Observation.RUNNING;
            case "RUNNING" -> isPending(status.path("executorState")) ? Observation.PENDING : Observation.RUNNING;
            default -> Observation.PENDING;
        };
    }

    private static boolean isPending(JsonNode executors) {
        for (JsonNode executor : executors) {
            if (executor.asText().equals("PENDING")) {
                return true;
            }
        }
        return false;
    }
}
