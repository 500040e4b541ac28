package dev.edgewise.sandbox.cluster.controller;

import dev.edgewise.sandbox.cluster.SingleThreadReconcileQueue;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Makes the pods of each Job at once, and reports in its status how many run and how it ended. A pod that fails ends
 * its Job: batch slots repeat runs themselves. The API deletes the pods of a Job that is deleted; this deletes those
 * that were being created meanwhile.
 */
public final class JobController implements AutoCloseable {
    private static final String INDEX = "owner";
    private static final int UID_PART = 8;

    private final KubernetesClient client;
    private final Function<Job, Map<String, String>> annotations;
    private final SingleThreadReconcileQueue worker = new SingleThreadReconcileQueue("job-controller", this::reconcile);
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<Job> jobs;

    /** @param annotations further annotations of the pods of a Job */
    public JobController(KubernetesClient client, Function<Job, Map<String, String>> annotations) {
        this.client = client;
        this.annotations = annotations;
        pods = client.pods().inAnyNamespace().runnableInformer(0);
        jobs = client.batch().v1().jobs().inAnyNamespace().runnableInformer(0);
        pods.addIndexers(Map.of(INDEX, pod -> ControllerReferences.keyOfOwner("Job", pod).stream()
                .toList()));
        jobs.addEventHandler(new ChangeHandler<>(job -> worker.add(ControllerReferences.key(job))));
        pods.addEventHandler(new ChangeHandler<>(
                pod -> ControllerReferences.keyOfOwner("Job", pod).ifPresent(worker::add)));
    }

    /** Starts; returns when the present state has been read. */
    public void start() {
        pods.start().toCompletableFuture().join();
        jobs.start().toCompletableFuture().join();
    }

    private void reconcile(String key) {
        Job job = jobs.getStore().getByKey(key);
        List<Pod> all = pods.getIndexer().byIndex(INDEX, key);
        if (jobs.hasSynced()) {
            all.stream()
                    .filter(pod -> job == null || !ControllerReferences.by(job, pod))
                    .forEach(orphan -> client.resource(orphan).delete());
        }
        if (job == null || job.getMetadata().getDeletionTimestamp() != null || hasEnded(job)) {
            return;
        }
        List<Pod> owned =
                all.stream().filter(pod -> ControllerReferences.by(job, pod)).toList();
        for (int i = owned.size(); i < job.getSpec().getParallelism(); i++) {
            create(job, i);
        }
        report(job, owned);
    }

    /** A pod that the watch has not shown yet has the same name, so that it is not made twice. */
    private void create(Job job, int number) {
        String uid = job.getMetadata().getUid().substring(0, UID_PART);
        Pod pod = new PodBuilder()
                .withMetadata(job.getSpec()
                        .getTemplate()
                        .getMetadata()
                        .edit()
                        .withName(job.getMetadata().getName() + "-" + uid + "-" + number)
                        .withNamespace(job.getMetadata().getNamespace())
                        .addToAnnotations(annotations.apply(job))
                        .withOwnerReferences(ControllerReferences.reference(job))
                        .build())
                .withSpec(job.getSpec().getTemplate().getSpec())
                .build();
        try {
            client.pods().resource(pod).create();
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw refused;
            }
        }
    }

    private void report(Job job, List<Pod> owned) {
        int succeeded = count(owned, "Succeeded");
        int failed = count(owned, "Failed");
        JobStatusBuilder status = new JobStatusBuilder()
                .withReady(count(owned, "Running"))
                .withSucceeded(succeeded)
                .withFailed(failed);
        if (failed > 0 || succeeded >= job.getSpec().getCompletions()) {
            status.addNewCondition()
                    .withType(failed > 0 ? "Failed" : "Complete")
                    .withStatus("True")
                    .withReason(failed > 0 ? "BackoffLimitExceeded" : "CompletionsReached")
                    .endCondition();
        }
        JobStatus reported = status.build();
        if (!Objects.equals(reported, job.getStatus())) {
            client.batch().v1().jobs().resource(job).editStatus(present -> {
                present.setStatus(reported);
                return present;
            });
        }
    }

    private static int count(List<Pod> pods, String phase) {
        return (int) pods.stream()
                .filter(pod ->
                        pod.getStatus() != null && phase.equals(pod.getStatus().getPhase()))
                .count();
    }

    private static boolean hasEnded(Job job) {
        return job.getStatus() != null
                && job.getStatus().getConditions().stream().anyMatch(condition -> "True".equals(condition.getStatus()));
    }

    @Override
    public void close() {
        worker.close();
        jobs.close();
        pods.close();
    }
}
