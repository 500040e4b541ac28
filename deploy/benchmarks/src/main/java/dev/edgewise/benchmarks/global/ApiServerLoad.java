package dev.edgewise.benchmarks.global;

import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import java.io.IOException;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The requests that an API server has answered since its start, watches left out, and its processor time, both by its
 * metrics.
 *
 * @param calls by verb and resource, such as {@code PATCH pods/status}
 */
record ApiServerLoad(Map<String, Long> calls, double cpuSeconds) {
    private static final Pattern CALLS = Pattern.compile("apiserver_request_total\\{(.*)} (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(resource|subresource|verb)=\"([^\"]*)\"");
    private static final Pattern CPU = Pattern.compile("process_cpu_seconds_total (\\S+)");

    static ApiServerLoad of(ClusterApi api) throws IOException {
        return parse(api.text("/metrics"));
    }

    /** @param metrics in the text format of Prometheus */
    static ApiServerLoad parse(String metrics) {
        Map<String, Long> calls = new TreeMap<>();
        double cpu = 0;
        for (String line : metrics.split("\n")) {
            Matcher call = CALLS.matcher(line);
            Matcher seconds = CPU.matcher(line);
            if (call.matches()) {
                add(calls, call.group(1), Math.round(Double.parseDouble(call.group(2))));
            } else if (seconds.matches()) {
                cpu = Double.parseDouble(seconds.group(1));
            }
        }
        return new ApiServerLoad(calls, cpu);
    }

    private static void add(Map<String, Long> calls, String text, long count) {
        Map<String, String> labels =
                LABEL.matcher(text).results().collect(Collectors.toMap(each -> each.group(1), each -> each.group(2)));
        String verb = labels.getOrDefault("verb", "");
        String subresource = labels.getOrDefault("subresource", "");
        String resource = labels.getOrDefault("resource", "") + (subresource.isEmpty() ? "" : "/" + subresource);
        if (!verb.equals("WATCH")) {
            calls.merge(verb + " " + resource, count, Long::sum);
        }
    }

    /** Returns what came after another reading. */
    ApiServerLoad since(ApiServerLoad before) {
        Map<String, Long> more = new TreeMap<>(calls);
        before.calls.forEach((call, count) -> more.merge(call, -count, Long::sum));
        return new ApiServerLoad(more, cpuSeconds - before.cpuSeconds);
    }

    double callsPer(int requests) {
        return (double) calls.values().stream().mapToLong(Long::longValue).sum() / requests;
    }

    double cpuMillisPer(int requests) {
        return 1_000 * cpuSeconds / requests;
    }

    /**
     * Returns how many calls of each kind each request has cost, the most frequent first, without those of which there
     * were few.
     */
    String table(int requests) {
        return calls.entrySet().stream()
                .filter(each -> each.getValue() * 100 >= requests)
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(each -> String.format(Locale.ROOT, "%s %.2f", each.getKey(), (double) each.getValue() / requests))
                .collect(Collectors.joining(", "));
    }
}
