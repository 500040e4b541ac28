package dev.edgewise.scheduler.extender.judgement;

import static dev.edgewise.scheduler.extender.judgement.ExtenderFixture.pod;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import dev.edgewise.scheduler.extender.wire.InvalidBodyException;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Valid bodies with some bytes changed, cut or repeated: each gets an answer of the right form, or is said to be wrong.
 */
class FuzzedBodiesTest {
    private static final int BODIES = 34_000;
    private static final String POD = pod("near", "edgewise", "\"delay_full\":\"20\",\"app\":\"a\"", "250m");
    private static final List<String> QUESTIONS = List.of(
            "{\"Pod\":" + POD + ",\"Nodes\":null,\"NodeNames\":[\"full\",\"half\",\"empty\",\"gone\"]}",
            "{\"pod\":" + pod("energy-aware-scheduler") + ",\"nodenames\":[]}",
            "{\"Pod\":" + POD
                    + ",\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"full\"}},{\"metadata\":{\"name\":\"x\"}}]}}");
    private static final List<String> PREEMPTIONS = List.of(
            "{\"Pod\":" + POD
                    + ",\"NodeNameToVictims\":{\"full\":{\"Pods\":[{\"metadata\":{\"uid\":\"u\"}}],\"NumPDBViolations\":1}}}",
            "{\"Pod\":" + POD
                    + ",\"NodeNameToMetaVictims\":{\"half\":{\"Pods\":[{\"UID\":\"u\"}]},\"full\":{\"Pods\":null}}}");
    private static final String[] PIECES = {
        "null",
        "{}",
        "[]",
        "\"\"",
        "-1",
        "1e999",
        "true",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\u0000",
        "\uFEFF",
        "é",
        "99999999999999999999"
    };

    private final ExtenderFixture site = new ExtenderFixture();

    @ParameterizedTest
    @EnumSource(ExtenderVerb.class)
    void everyBodyIsAnsweredOrRefusedAndNothingChanges(ExtenderVerb verb) {
        Snapshot before = site.state.snapshot();
        Random random = new Random(13 + verb.ordinal());
        List<String> valid = verb == ExtenderVerb.PREEMPT ? PREEMPTIONS : QUESTIONS;
        int answered = 0;
        for (int i = 0; i < BODIES; i++) {
            byte[] body = mutated(valid.get(i % valid.size()), random);
            try {
                JsonNode answer = JsonMapper.shared().readTree(site.ask(verb, body, body.length));
                assertForm(verb, answer);
                answered++;
            } catch (InvalidBodyException wrong) {
                assertThat(wrong.getStatusCode().value()).isEqualTo(400);
            }
        }
        assertThat(answered).as("some mutations leave a request").isBetween(BODIES / 20, BODIES * 19 / 20);
        assertThat(site.answers(verb, RequestOutcome.FAILED))
                .as("mistakes of ours")
                .isZero();
        assertThat(site.state.snapshot()).as("the state").isSameAs(before);
    }

    @Test
    void deepNestingIsRefusedOrSkipped() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        try {
            site.ask(ExtenderVerb.FILTER, "{\"Pod\":{\"spec\":" + deep + "},\"NodeNames\":[]}");
        } catch (InvalidBodyException wrong) {
            assertThat(wrong.getBody().getDetail()).contains("the body is malformed");
        }
        assertThat(site.answers(ExtenderVerb.FILTER, RequestOutcome.FAILED)).isZero();
    }

    private static void assertForm(ExtenderVerb verb, JsonNode answer) {
        switch (verb) {
            case FILTER -> {
                assertThat(answer.path("Error").asString()).isEmpty();
                assertThat(answer.path("Nodes").isNull())
                        .isNotEqualTo(answer.path("NodeNames").isNull());
            }
            case PRIORITIZE ->
                answer.forEach(host -> assertThat(host.path("Score").intValue()).isBetween(0, 10));
            case PREEMPT ->
                assertThat(answer.path("NodeNameToMetaVictims").isObject()).isTrue();
        }
    }

    private static byte[] mutated(String valid, Random random) {
        StringBuilder text = new StringBuilder(valid);
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + random.nextInt(12));
            switch (random.nextInt(5)) {
                case 0 -> text.replace(at, end, PIECES[random.nextInt(PIECES.length)]);
                case 1 -> text.delete(at, end);
                case 2 -> text.insert(at, text.substring(at, end));
                case 3 -> text.setCharAt(at, (char) (32 + random.nextInt(95)));
                default -> value(text, at, PIECES[random.nextInt(PIECES.length)]);
            }
            if (text.isEmpty()) {
                break;
            }
        }
        byte[] bytes = text.toString().getBytes(UTF_8);
        if (bytes.length > 0 && random.nextInt(20) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    /** Replaces the next text after that place, quotes included: most of these leave JSON. */
    private static void value(StringBuilder text, int at, String piece) {
        int from = text.indexOf("\"", at);
        int to = from < 0 ? -1 : text.indexOf("\"", from + 1);
        if (to > 0) {
            text.replace(from, to + 1, piece);
        }
    }
}
