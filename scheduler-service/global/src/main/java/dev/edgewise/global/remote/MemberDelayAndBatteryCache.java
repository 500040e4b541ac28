package dev.edgewise.global.remote;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The delays and the charge that the services of one member report. A figure that cannot be read again is used for a
 * while, then unknown. Thread-safe.
 */
final class MemberDelayAndBatteryCache {
    private static final Logger LOG = LoggerFactory.getLogger(MemberDelayAndBatteryCache.class);

    /** The interval of the reads. */
    static final Duration EVERY = Duration.ofSeconds(30);

    /** The time for which a figure is used that was not read again. */
    private static final Duration VALID = Duration.ofMinutes(2);

    private static final int MOST_SOURCES = 200;

    private final String cluster;
    private final MemberServiceClient services;
    private final MemberDelayAndBatteryReader signals;
    private final Supplier<Set<String>> names;
    private final Supplier<String> ownName;
    private final Ticker ticker;
    private final Map<String, Row> rows = new ConcurrentHashMap<>();
    private final SingleFlightCall call = new SingleFlightCall(this::readNow);
    private volatile @Nullable Energy energy;
    private volatile @Nullable Long begunAt;
    private String reported = "";

    private record Row(Map<String, Double> millis, long at) {}

    private record Energy(double percent, long at) {}

    /**
     * @param ownName its name in the matrix of network-probe
     * @param names those of all members there
     */
    MemberDelayAndBatteryCache(
            String cluster,
            MemberServiceClient services,
            Supplier<String> ownName,
            Supplier<Set<String>> names,
            Duration timeout,
            Ticker ticker) {
        this.cluster = cluster;
        this.services = services;
        this.signals = new MemberDelayAndBatteryReader(services, timeout);
        this.ownName = ownName;
        this.names = names;
        this.ticker = ticker;
    }

    /** Starts the reads that are due. */
    void readDue(Executor threads) {
        Long last = begunAt;
        boolean isAsked =
                services.has(MemberServiceClient.NETWORK_PROBE) || services.has(MemberServiceClient.ENERGY_ADAPTER);
        if (isAsked && (last == null || ticker.since(last).compareTo(EVERY) >= 0)) {
            begunAt = ticker.nanos();
            call.begin(threads);
        }
    }

    private boolean readNow() {
        String problem = "";
        try {
            if (services.has(MemberServiceClient.NETWORK_PROBE)) {
                String own = ownName.get();
                rows.put(own, new Row(signals.delays(own, names.get()), ticker.nanos()));
            }
        } catch (MemberUnreachableException failed) {
            problem = String.valueOf(failed.getMessage());
        }
        try {
            if (services.has(MemberServiceClient.ENERGY_ADAPTER)) {
                energy = new Energy(signals.energyPercent(), ticker.nanos());
            }
        } catch (MemberUnreachableException failed) {
            problem = String.valueOf(failed.getMessage());
        }
        report(problem);
        return problem.isEmpty();
    }

    private synchronized void report(String problem) {
        if (!problem.isEmpty() && reported.isEmpty()) {
            LOG.warn("Services of a member cluster do not answer; cluster={} cause={}", cluster, problem);
        } else if (problem.isEmpty() && !reported.isEmpty()) {
            LOG.info("Services of a member cluster answer; cluster={}", cluster);
        }
        reported = problem;
    }

    /** Reads the delays from a node of the member, unless they are known. */
    void readNode(String node) {
        Row known = rows.get(node);
        boolean isKnown = known != null && ticker.since(known.at()).compareTo(EVERY) < 0;
        if (isKnown || !services.has(MemberServiceClient.NETWORK_PROBE)) {
            return;
        }
        if (rows.size() >= MOST_SOURCES) {
            rows.keySet().removeIf(each -> !each.equals(ownName.get()));
        }
        try {
            rows.put(node, new Row(signals.delays(node, names.get()), ticker.nanos()));
        } catch (MemberUnreachableException failed) {
            report(String.valueOf(failed.getMessage()));
        }
    }

    /** Returns the delays from the member, or from a node of it, by the receivers' names in the matrix. */
    Map<String, Double> delays(String from) {
        Row row = rows.get(from);
        return row == null || isOver(row.at()) ? Map.of() : row.millis();
    }

    /** Returns the nodes whose delays are known. */
    Set<String> sources() {
        return rows.keySet();
    }

    /** Returns the mean charge in percent; NaN if it is unknown. */
    double energyPercent() {
        Energy known = energy;
        return known == null || isOver(known.at()) ? Double.NaN : known.percent();
    }

    private boolean isOver(long at) {
        return ticker.since(at).compareTo(VALID) > 0;
    }
}
