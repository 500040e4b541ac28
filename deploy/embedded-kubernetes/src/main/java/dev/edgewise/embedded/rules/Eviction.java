package dev.edgewise.embedded.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.call.DeleteOptions;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.StoredObject;
import java.util.List;
import java.util.Set;

/** {@code POST pods/NAME/eviction}: deletes the pod if its disruption budget has room. */
public final class Eviction {
    private static final Set<String> NOT_RUNNING = Set.of("Succeeded", "Failed", "Pending");

    private final Deletion deletion;
    private final DisruptionBudgets budgets;

    public Eviction(Deletion deletion, DisruptionBudgets budgets) {
        this.deletion = deletion;
        this.budgets = budgets;
    }

    public void evict(StoredObject pod, ObjectNode eviction, boolean dryRun) {
        if (!isFree(pod)) {
            budgets.covering(pod).forEach(budget -> checkRoom(pod, budget));
        }
        if (!dryRun) {
            deletion.delete(pod, DeleteOptions.of(Json.child(eviction, "deleteOptions")));
        }
    }

    /** Whether evicting the pod disrupts nothing: it does not serve, or is being deleted anyway. */
    private boolean isFree(StoredObject pod) {
        if (pod.isBeingDeleted() || NOT_RUNNING.contains(Json.text(pod.json(), "status", "phase"))) {
            return true;
        }
        List<StoredObject> covering = budgets.covering(pod);
        if (covering.size() > 1) {
            throw ApiException.of(
                    500,
                    "InternalError",
                    "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.");
        }
        return !DisruptionBudgets.isHealthy(pod) && covering.stream().allMatch(Eviction::letsUnhealthyGo);
    }

    private static boolean letsUnhealthyGo(StoredObject budget) {
        int healthy = Json.at(budget.json(), "status", "currentHealthy").asInt();
        int desired = Json.at(budget.json(), "status", "desiredHealthy").asInt();
        return Json.text(budget.json(), "spec", "unhealthyPodEvictionPolicy").equals("AlwaysAllow")
                || desired > 0 && healthy >= desired;
    }

    private static void checkRoom(StoredObject pod, StoredObject budget) {
        if (Json.at(budget.json(), "status", "disruptionsAllowed").asInt() > 0) {
            return;
        }
        throw ApiException.about(
                        429,
                        "TooManyRequests",
                        pod.type(),
                        pod.name(),
                        "Cannot evict pod as it would violate the pod's disruption budget.")
                .cause(
                        "DisruptionBudget",
                        "",
                        "The disruption budget %s needs %d healthy pods and has %d currently"
                                .formatted(
                                        budget.name(),
                                        Json.at(budget.json(), "status", "desiredHealthy")
                                                .asInt(),
                                        Json.at(budget.json(), "status", "currentHealthy")
                                                .asInt()));
    }
}
