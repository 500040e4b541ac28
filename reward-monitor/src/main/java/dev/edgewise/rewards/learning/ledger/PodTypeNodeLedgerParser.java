package dev.edgewise.rewards.learning.ledger;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads one value of {@link PodTypeNodeLedgerJsonCodec}; skips fields that a later version added. */
final class PodTypeNodeLedgerParser {
    private int version;
    private double weight = Double.NaN;
    private double sum = Double.NaN;
    private long at;
    private long failures;
    private @Nullable QuarantineState quarantine;
    private @Nullable Double pin;
    private @Nullable Instant pinUntil;
    private final Map<Long, CountedOutcomes> pods = new HashMap<>();
    private long overBefore;
    private List<Long> keys = List.of();
    private List<Long> keyTimes = List.of();
    private List<Long> durations = List.of();
    private final List<RecordedOutcome> outcomes = new ArrayList<>();

    /** Returns the ledger. @throws IllegalArgumentException if it is no ledger; the message says why */
    PodTypeNodeLedger value() {
        require(
                version == PodTypeNodeLedgerJsonCodec.VERSION,
                "v is " + version + ": this is no ledger of a known version");
        require(weight >= 0 && weight < Double.POSITIVE_INFINITY, "weight is " + weight + ": it must be 0 or more");
        require(sum >= 0 && sum <= weight + 1e-9, "sum is " + sum + ": it must be from 0 to weight, " + weight);
        if (quarantine == null) {
            throw new IllegalArgumentException("standing is missing");
        }
        PodTypeNodeLedger.Pin pinned = pin == null ? null : new PodTypeNodeLedger.Pin(pin, pinUntil);
        return new PodTypeNodeLedger(
                weight,
                Math.min(sum, weight),
                at,
                failures,
                quarantine,
                pinned,
                pods,
                overBefore,
                keys(),
                durations,
                outcomes);
    }

    /** Returns the keys with their times; earlier versions wrote keys without times. */
    private List<PodTypeNodeLedger.Key> keys() {
        List<PodTypeNodeLedger.Key> all = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            all.add(new PodTypeNodeLedger.Key(keys.get(i), i < keyTimes.size() ? keyTimes.get(i) : at));
        }
        return all;
    }

    /** Reads the field at which the parser is. */
    void field(JsonParser json, String name) {
        switch (name) {
            case "v" -> version = json.getIntValue();
            case "weight" -> weight = json.getDoubleValue();
            case "sum" -> sum = json.getDoubleValue();
            case "at" -> at = json.getLongValue();
            case "failures" -> failures = json.getLongValue();
            case "standing" -> quarantine = quarantine(json);
            case "pin" -> pin = json.getDoubleValue();
            case "pinUntil" -> pinUntil = Instant.ofEpochMilli(json.getLongValue());
            case "pods" -> each(json, this::pod);
            case "overBefore" -> overBefore = json.getLongValue();
            case "keys" -> keys = numbers(json);
            case "keyed" -> keyTimes = numbers(json);
            case "durations" -> durations = numbers(json);
            case "outcomes" -> each(json, this::outcome);
            default -> json.skipChildren();
        }
    }

    private static QuarantineState quarantine(JsonParser json) {
        json.nextToken();
        QuarantineStatus state = QuarantineStatus.parse(json.getString());
        List<Long> all = numbers(json);
        require(all.size() == 6, "standing has " + all.size() + " numbers: it must have 6");
        QuarantineState.Failures failures =
                new QuarantineState.Failures(all.get(2).intValue(), all.get(3), all.get(4), all.get(5));
        return new QuarantineState(
                state,
                Instant.ofEpochMilli(all.get(0)),
                all.get(1),
                failures.equals(QuarantineState.Failures.NONE) ? QuarantineState.Failures.NONE : failures);
    }

    /** Reads the rest of an array of numbers. */
    private static List<Long> numbers(JsonParser json) {
        List<Long> all = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            all.add(json.getLongValue());
        }
        return all;
    }

    private static void each(JsonParser json, Consumer<JsonParser> element) {
        while (json.nextToken() == JsonToken.START_ARRAY) {
            element.accept(json);
        }
    }

    private void pod(JsonParser json) {
        List<Long> all = numbers(json);
        require(all.size() >= 3, "pods has an entry with " + all.size() + " numbers: it must have 3 or more");
        pods.put(all.get(0), new CountedOutcomes(all.get(1).intValue(), all.get(2), all.subList(3, all.size())));
    }

    private void outcome(JsonParser json) {
        long when = json.nextLongValue(0);
        OutcomeCause cause = OutcomeCause.parse(String.valueOf(json.nextStringValue()));
        json.nextToken();
        double value = json.getDoubleValue();
        String pod = String.valueOf(json.nextStringValue());
        String detail = String.valueOf(json.nextStringValue()).intern();
        outcomes.add(new RecordedOutcome(Instant.ofEpochMilli(when), cause, value, pod, detail));
        require(json.nextToken() == JsonToken.END_ARRAY, "outcomes has an entry that is not of 5 elements");
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
