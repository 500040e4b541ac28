package dev.edgewise.scheduler.slots.application;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.scheduler.slots.decide.ObservedBatchJobApplication;
import java.util.List;

/**
 * A kind of application that a batch job may be. One object of the API is one run; a controller outside of this suite
 * makes its pods. It is deleted as any object is, in the foreground.
 */
public interface ApplicationKind {
    /** The kinds that Edgewise knows. A kind that the cluster does not serve is none for a job. */
    List<ApplicationKind> ALL = List.of(new JobApplication(), new SparkApplication(), new FlinkApplication());

    /** Returns the name of the kind, which is the field of a BatchJob's spec. */
    String name();

    /** Returns the API group of the object. */
    String group();

    /** Returns the version within the group. */
    String version();

    /** Returns the kind of the object. */
    String kind();

    /** Returns the kind's plural in paths of the API. */
    String plural();

    /** Returns the path of all such objects. */
    default String path() {
        return "/apis/" + group() + "/" + version() + "/" + plural();
    }

    /** Returns the path of those of a namespace. */
    default String path(String namespace) {
        return "/apis/" + group() + "/" + version() + "/namespaces/" + namespace + "/" + plural();
    }

    /** Returns the object that makes as many pods as the run has slots. */
    ObjectNode manifest(ApplicationManifestInput request);

    /** Returns the state of an application as its controller says it. */
    Observation observe(JsonNode spec, JsonNode status);

    /** Returns whether an application with this spec has succeeded as soon as a pod in each slot has. */
    default boolean endsWithPods(JsonNode spec) {
        return false;
    }

    /**
     * The state of an application.
     *
     * @param message the reason for people; empty if none
     */
    record Observation(ObservedBatchJobApplication.Phase phase, String message) {
        static final Observation PENDING = new Observation(ObservedBatchJobApplication.Phase.PENDING, "");
        static final Observation RUNNING = new Observation(ObservedBatchJobApplication.Phase.RUNNING, "");
        static final Observation SUCCEEDED = new Observation(ObservedBatchJobApplication.Phase.SUCCEEDED, "");

        static Observation failed(String message) {
            return new Observation(ObservedBatchJobApplication.Phase.FAILED, message);
        }
    }
}
