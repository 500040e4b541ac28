package dev.edgewise.energy.rest;

import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.common.web.Page;
import dev.edgewise.energy.history.EnergyHistory;
import dev.edgewise.energy.refresh.EnergyView;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Returns the energy of nodes, now and over the last day. */
@RestController
@RequestMapping("/api/v1/energy")
class EnergyController {
    private final EnergyView view;
    private final EnergyHistory history;
    private final Clock clock;

    EnergyController(EnergyView view, EnergyHistory history, Clock clock) {
        this.view = view;
        this.history = history;
        this.clock = clock;
    }

    /**
     * Readings by node.
     *
     * @param after the node after which the page begins
     */
    @GetMapping
    @OnAnyReplica(from = "what the leader publishes")
    @RequiresPermission(verb = "list", resource = "energyreadings")
    Page<EnergyResponse> list(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after) {
        Instant now = clock.instant();
        NavigableMap<String, EnergyReading> all = view.readings();
        NavigableMap<String, EnergyReading> rest = after == null ? all : all.tailMap(after, false);
        return Page.of(
                rest.entrySet().stream(),
                limit,
                Map.Entry::getKey,
                each -> EnergyResponse.of(each.getKey(), each.getValue(), now));
    }

    @GetMapping("/{node}")
    @OnAnyReplica(from = "what the leader publishes")
    @RequiresPermission(verb = "get", resource = "energyreadings")
    EnergyResponse get(@PathVariable String node) {
        return EnergyResponse.of(node, reading(node), clock.instant());
    }

    /**
     * The charge of a node over time, oldest point first.
     *
     * @param slot time of each point of {@code points}, which are of the last day
     * @param recentSlot time of each point of {@code recent}, which are of the last half hour
     */
    record HistoryResponse(
            String node, Duration slot, List<PointResponse> points, Duration recentSlot, List<PointResponse> recent) {}

    /** One point; the time is the begin of its slot. */
    record PointResponse(Instant at, double percent, String level) {
        static List<PointResponse> listOf(List<EnergyHistory.Point> points) {
            return points.stream()
                    .map(point -> new PointResponse(
                            point.at(), point.percent(), point.level().label()))
                    .toList();
        }
    }

    @GetMapping("/{node}/history")
    @OnLeader
    @RequiresPermission(verb = "get", resource = "energyreadings")
    HistoryResponse history(@PathVariable String node) {
        reading(node);
        return new HistoryResponse(
                node,
                EnergyHistory.DAY_SLOT,
                PointResponse.listOf(history.day(node)),
                EnergyHistory.RECENT_SLOT,
                PointResponse.listOf(history.recent(node)));
    }

    private EnergyReading reading(String node) {
        EnergyReading reading = view.readings().get(node);
        if (reading == null) {
            throw new NotFoundException("no energy of a node " + node + " is known");
        }
        return reading;
    }
}
