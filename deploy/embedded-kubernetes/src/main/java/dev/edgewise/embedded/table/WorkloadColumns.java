package dev.edgewise.embedded.table;

import static dev.edgewise.embedded.table.Column.age;
import static dev.edgewise.embedded.table.Column.name;
import static dev.edgewise.embedded.table.Column.number;
import static dev.edgewise.embedded.table.Column.text;

import java.util.List;
import java.util.stream.Stream;

/**
 * The columns that kubectl shows for workloads, with their values. Source:
 * kubernetes/pkg/printers/internalversion/printers.go, printDeployment and its neighbours.
 */
final class WorkloadColumns {
    private static final String CONTAINERS = "spec.template.spec.containers";
    private static final Column READY = text("Ready", WorkloadColumns::ready);
    private static final Column NAMES =
            text("Containers", object -> object.join(CONTAINERS, "name")).wide();
    private static final Column IMAGES =
            text("Images", object -> object.join(CONTAINERS, "image")).wide();
    private static final Column SELECTOR = text("Selector", object -> SelectorText.of(object.at("spec.selector")))
            .wide();

    static final List<Column> DEPLOYMENTS = List.of(
            name(),
            READY,
            number("Up-to-date", "status.updatedReplicas"),
            number("Available", "status.availableReplicas"),
            age(),
            NAMES,
            IMAGES,
            SELECTOR);

    static final List<Column> REPLICA_SETS = List.of(
            name(),
            number("Desired", "spec.replicas"),
            number("Current", "status.replicas"),
            number("Ready", "status.readyReplicas"),
            age(),
            NAMES,
            IMAGES,
            SELECTOR);

    static final List<Column> DAEMON_SETS = List.of(
            name(),
            number("Desired", "status.desiredNumberScheduled"),
            number("Current", "status.currentNumberScheduled"),
            number("Ready", "status.numberReady"),
            number("Up-to-date", "status.updatedNumberScheduled"),
            number("Available", "status.numberAvailable"),
            text("Node Selector", object -> SelectorText.labels(object.at("spec.template.spec.nodeSelector"))),
            age(),
            NAMES,
            IMAGES,
            SELECTOR);

    static final List<Column> STATEFUL_SETS = List.of(name(), READY, age(), NAMES, IMAGES);

    static final List<Column> JOBS = List.of(
            name(),
            text("Status", WorkloadColumns::jobStatus),
            text("Completions", WorkloadColumns::completions),
            text("Duration", job -> job.duration("status.startTime", "status.completionTime")),
            age(),
            NAMES,
            IMAGES,
            SELECTOR);

    private WorkloadColumns() {}

    private static String ready(PrintedObject object) {
        return object.number("status.readyReplicas") + "/" + object.number("spec.replicas");
    }

    private static String jobStatus(PrintedObject job) {
        if (job.is("Complete") || job.is("Failed")) {
            return job.is("Complete") ? "Complete" : "Failed";
        }
        return job.isBeingDeleted()
                ? "Terminating"
                : Stream.of("Suspended", "FailureTarget", "SuccessCriteriaMet")
                        .filter(job::is)
                        .findFirst()
                        .orElse("Running");
    }

    private static String completions(PrintedObject job) {
        int parallelism = job.number("spec.parallelism");
        String wanted = job.textOr("spec.completions", parallelism > 1 ? "1 of " + parallelism : "1");
        return job.number("status.succeeded") + "/" + wanted;
    }
}
