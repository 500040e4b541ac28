package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.web.Page;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Reads what network-probe and energy-adapter of one member know, page by page. */
final class MemberDelayAndBatteryReader {
    private static final int MOST_PAGES = 40;

    private final MemberServiceClient services;
    private final Duration timeout;

    MemberDelayAndBatteryReader(MemberServiceClient services, Duration timeout) {
        this.services = services;
        this.timeout = timeout;
    }

    /**
     * Returns the fresh median round-trip times in one direction, in milliseconds, by receiver, without paths that lose
     * more than {@link RoundTripTime#DEFAULT_MAX_LOSS}.
     *
     * @param from a name in the matrix
     * @param wanted the receivers that count
     */
    Map<String, Double> delays(String from, Set<String> wanted) throws MemberUnreachableException {
        Map<String, Double> delays = new HashMap<>();
        String query = "/api/v1/rtt?fresh=true&from=" + encoded(from);
        each(MemberServiceClient.NETWORK_PROBE, query, pair -> {
            String to = pair.path("to").asText("");
            double millis = pair.path("p50Ms").asDouble(Double.NaN);
            boolean isUsable = pair.path("loss").asDouble(0) <= RoundTripTime.DEFAULT_MAX_LOSS;
            if (wanted.contains(to) && millis >= 0 && isUsable) {
                delays.put(to, millis);
            }
        });
        return delays;
    }

    /** Returns the mean charge of the nodes whose reading is not stale, in percent; NaN if there is none. */
    double energyPercent() throws MemberUnreachableException {
        double[] sum = new double[1];
        int[] count = new int[1];
        each(MemberServiceClient.ENERGY_ADAPTER, "/api/v1/energy?", reading -> {
            double percent = reading.path("percent").asDouble(Double.NaN);
            if (percent >= 0 && percent <= 100 && !reading.path("stale").asBoolean(true)) {
                sum[0] += percent;
                count[0]++;
            }
        });
        return count[0] == 0 ? Double.NaN : sum[0] / count[0];
    }

    private void each(String service, String query, Consumer<JsonNode> consumer) throws MemberUnreachableException {
        String next = "";
        for (int page = 0; page < MOST_PAGES; page++) {
            String from = next.isEmpty() ? "" : "&continue=" + encoded(next);
            JsonNode body = services.get(service, query + "&limit=" + Page.LONGEST + from, timeout);
            if (!body.path("items").isArray()) {
                throw new MemberUnreachableException(service + " answers no list", null);
            }
            body.path("items").forEach(consumer);
            next = body.path("continue").asText("");
            if (next.isEmpty() || next.equals("null")) {
                return;
            }
        }
        throw new MemberUnreachableException("the list of " + service + " does not end", null);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
