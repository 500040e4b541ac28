package dev.edgewise.embedded.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.embedded.store.Json;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * READY, STATUS and RESTARTS of a pod, from the states of its containers. A sidecar is an init container that keeps
 * running. Source: kubernetes/pkg/printers/internalversion/printers.go, printPod.
 */
final class PodSummary {
    private final PrintedObject pod;
    private final Set<String> sidecars;
    private String reason;
    private int ready;
    private Restarts restarts = Restarts.NONE;
    private Restarts sidecarRestarts = Restarts.NONE;

    /** @param last when a container ended last, RFC 3339; empty if none did */
    private record Restarts(int count, String last) {
        static final Restarts NONE = new Restarts(0, "");

        Restarts plus(JsonNode status) {
            String ended = Json.text(status, "lastState", "terminated", "finishedAt");
            return new Restarts(count + status.path("restartCount").asInt(), ended.compareTo(last) > 0 ? ended : last);
        }
    }

    PodSummary(PrintedObject pod) {
        this.pod = pod;
        sidecars = pod.objects("spec.initContainers")
                .filter(container -> Json.text(container, "restartPolicy").equals("Always"))
                .map(container -> Json.text(container, "name"))
                .collect(Collectors.toSet());
        boolean gated = pod.objects("status.conditions").anyMatch(PodSummary::isGate);
        reason = gated ? "SchedulingGated" : pod.textOr("status.reason", pod.text("status.phase"));
        if (initialized() || pod.is("Initialized")) {
            restarts = sidecarRestarts;
            containers();
        }
    }

    String ready() {
        return ready + "/" + (pod.at("spec.containers").size() + sidecars.size());
    }

    String status() {
        if (pod.isBeingDeleted()) {
            if (pod.text("status.reason").equals("NodeLost")) {
                return "Unknown";
            }
            return Set.of("Succeeded", "Failed").contains(pod.text("status.phase")) ? reason : "Terminating";
        }
        return reason;
    }

    String restarts() {
        return restarts.last().isEmpty() || restarts.count() == 0
                ? Integer.toString(restarts.count())
                : "%d (%s ago)".formatted(restarts.count(), AgeFormat.since(restarts.last(), pod.now()));
    }

    private static boolean isGate(JsonNode condition) {
        return Json.text(condition, "type").equals("PodScheduled")
                && Json.text(condition, "reason").equals("SchedulingGated");
    }

    private boolean initialized() {
        int done = 0;
        for (JsonNode status : pod.at("status.initContainerStatuses")) {
            boolean sidecar = sidecars.contains(Json.text(status, "name"));
            restarts = restarts.plus(status);
            sidecarRestarts = sidecar ? sidecarRestarts.plus(status) : sidecarRestarts;
            boolean started = sidecar && status.path("started").asBoolean();
            boolean succeeded = hasEnded(status) && exitCode(status) == 0;
            if (!started && !succeeded) {
                reason = "Init:" + initialization(status, done);
                return false;
            }
            ready += started && !succeeded && status.path("ready").asBoolean() ? 1 : 0;
            done++;
        }
        return true;
    }

    private String initialization(JsonNode status, int done) {
        String waiting = Json.text(status, "state", "waiting", "reason");
        if (hasEnded(status)) {
            return end(status);
        }
        return waiting.isEmpty() || waiting.equals("PodInitializing")
                ? done + "/" + pod.at("spec.initContainers").size()
                : waiting;
    }

    /** The first container's reason counts most, so it comes last. */
    private void containers() {
        JsonNode statuses = pod.at("status.containerStatuses");
        boolean running = false;
        String error = "";
        for (int index = statuses.size() - 1; index >= 0; index--) {
            JsonNode status = statuses.path(index);
            restarts = restarts.plus(status);
            String waiting = Json.text(status, "state", "waiting", "reason");
            if (!waiting.isEmpty()) {
                reason = waiting;
            } else if (hasEnded(status)) {
                reason = end(status);
                error = exitCode(status) == 0 ? error : reason;
            } else if (status.path("ready").asBoolean() && status.path("state").has("running")) {
                running = true;
                ready++;
            }
        }
        if (reason.equals("Completed")) {
            reason = afterCompletion(running, error);
        }
    }

    /** Status of a pod with a completed container: that of the others says more. */
    private String afterCompletion(boolean running, String error) {
        if (running && pod.is("Ready")) {
            return "Running";
        }
        return !error.isEmpty() ? error : running ? "NotReady" : "Completed";
    }

    private static boolean hasEnded(JsonNode status) {
        return Json.at(status, "state", "terminated").isObject();
    }

    private static int exitCode(JsonNode status) {
        return Json.at(status, "state", "terminated", "exitCode").asInt();
    }

    private static String end(JsonNode status) {
        JsonNode terminated = Json.at(status, "state", "terminated");
        int signal = terminated.path("signal").asInt();
        String code = signal == 0 ? "ExitCode:" + exitCode(status) : "Signal:" + signal;
        return Json.text(terminated, "reason").isEmpty() ? code : Json.text(terminated, "reason");
    }
}
