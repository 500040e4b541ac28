package dev.edgewise.embedded.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.call.Selectors;
import dev.edgewise.embedded.store.Change;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ObjectStore;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.ResourceTypes;
import dev.edgewise.embedded.store.StoredObject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keeps the status of PodDisruptionBudgets true to the pods, as the disruption controller does. */
public final class DisruptionBudgets {
    private final ObjectStore store;
    private final ResourceType budgets;
    private final ResourceType pods;

    public DisruptionBudgets(ObjectStore store, ResourceTypes types) {
        this.store = store;
        this.budgets = types.require("policy/v1", "poddisruptionbudgets");
        this.pods = types.require("v1", "pods");
    }

    /** The budgets that cover this pod. */
    List<StoredObject> covering(StoredObject pod) {
        return store.list(budgets, pod.namespace()).stream()
                .filter(budget -> covers(budget, pod))
                .toList();
    }

    public void onChange(Change change) {
        StoredObject subject = change.subject();
        if (subject.type().is("policy", "poddisruptionbudgets") && change.after() != null) {
            refresh(subject);
        } else if (subject.type().isPod() && matters(change)) {
            covering(subject).forEach(this::refresh);
        }
    }

    private static boolean matters(Change change) {
        StoredObject before = change.before();
        StoredObject after = change.after();
        return before == null
                || after == null
                || isHealthy(before) != isHealthy(after)
                || !before.metadata().path("labels").equals(after.metadata().path("labels"));
    }

    private void refresh(StoredObject budget) {
        List<StoredObject> covered = store.list(pods, budget.namespace()).stream()
                .filter(pod -> covers(budget, pod))
                .toList();
        int healthy =
                (int) covered.stream().filter(DisruptionBudgets::isHealthy).count();
        int expected = expected(covered);
        int desired = desired(budget.json().path("spec"), expected);
        ObjectNode copy = budget.copy();
        Json.child(copy, "status")
                .put("currentHealthy", healthy)
                .put("desiredHealthy", desired)
                .put("expectedPods", expected)
                .put("disruptionsAllowed", Math.max(0, expected == 0 ? 0 : healthy - desired))
                .put("observedGeneration", budget.metadata().path("generation").asInt());
        if (!copy.equals(budget.json())) {
            store.put(budgets, copy);
        }
    }

    private static boolean covers(StoredObject budget, StoredObject pod) {
        JsonNode selector = Json.at(budget.json(), "spec", "selector");
        return selector.isObject()
                && Selectors.labelSelector(selector).test(pod.metadata().path("labels"));
    }

    static boolean isHealthy(StoredObject pod) {
        return !pod.isBeingDeleted()
                && Json.objects(Json.at(pod.json(), "status", "conditions"))
                        .anyMatch(condition -> Json.text(condition, "type").equals("Ready")
                                && Json.text(condition, "status").equals("True"));
    }

    /** The replicas that the pods' controllers want; pods without a controller count themselves. */
    private int expected(Collection<StoredObject> covered) {
        Map<String, Integer> wanted = new TreeMap<>();
        for (StoredObject pod : covered) {
            StoredObject controller = topController(pod);
            wanted.put(
                    controller.uid(),
                    Json.at(controller.json(), "spec", "replicas").asInt(1));
        }
        return wanted.values().stream().mapToInt(Integer::intValue).sum();
    }

    private StoredObject topController(StoredObject object) {
        @Nullable
        StoredObject controller = Json.objects(object.metadata().path("ownerReferences"))
                .filter(owner -> owner.path("controller").asBoolean())
                .findFirst()
                .map(owner -> store.byUid(Json.text(owner, "uid")))
                .orElse(null);
        return controller == null || !Json.at(controller.json(), "spec").has("replicas")
                ? object
                : topController(controller);
    }

    private static int desired(JsonNode spec, int expected) {
        return spec.has("maxUnavailable")
                ? Math.max(0, expected - scaled(spec.path("maxUnavailable"), expected))
                : scaled(spec.path("minAvailable"), expected);
    }

    /** A number, or a percentage of the expected pods, rounded up. */
    private static int scaled(JsonNode value, int expected) {
        String text = value.asText("0");
        return text.endsWith("%")
                ? (int) Math.ceil(Integer.parseInt(text.substring(0, text.length() - 1)) * expected / 100.0)
                : Integer.parseInt(text);
    }
}
