package dev.edgewise.scheduler.slots.application;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Toleration;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The run of a batch job for which an application is made.
 *
 * @param job name of the job, and of the application
 * @param jobUid uid of the job, which owns the application
 * @param spec the part of the job's spec that is of the application's kind
 * @param testbedUid uid of the testbed whose slots it has
 * @param epoch number of the run
 * @param positions of its slots, one for each pod
 * @param slot resources of a slot, which each of its pods requests
 * @param tolerations of its pods in slots
 * @param pods the scheduler and the priority of its pods in slots
 */
public record ApplicationManifestInput(
        ObjectKey job,
        String jobUid,
        JsonNode spec,
        String testbedUid,
        long epoch,
        List<Integer> positions,
        Resources slot,
        List<Toleration> tolerations,
        SlotPodSettings pods) {
    private static final long MIB = 1 << 20;

    public ApplicationManifestInput {
        positions = List.copyOf(positions);
        tolerations = List.copyOf(tolerations);
    }

    /** Returns the number of pods in slots. */
    int size() {
        return positions.size();
    }

    /** Returns the memory of a slot in whole MiB, rounded down: Spark and Flink know no smaller unit. */
    long mebibytes() {
        return slot.memory() / MIB;
    }

    /** Returns the value of the annotation by which the scheduler knows the slots of a pod. */
    String slotsAnnotation() {
        return testbedUid + "/" + epoch + "/"
                + positions.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Adds apiVersion, kind and metadata: the name of the job, its label, the epoch, and the job as the owner. */
    void describe(ObjectNode manifest, ApplicationKind kind) {
        manifest.put("apiVersion", kind.group() + "/" + kind.version()).put("kind", kind.kind());
        ObjectNode metadata = manifest.putObject("metadata");
        metadata.put("name", job.name()).put("namespace", job.namespace());
        metadata.putObject("labels").put(Names.BATCH_JOB_LABEL, job.name());
        metadata.putObject("annotations").put(Names.SLOT_EPOCH_ANNOTATION, Long.toString(epoch));
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", Names.DOMAIN + "v1alpha1")
                .put("kind", "BatchJob")
                .put("name", job.name())
                .put("uid", jobUid)
                .put("controller", true)
                .put("blockOwnerDeletion", false);
    }
}
