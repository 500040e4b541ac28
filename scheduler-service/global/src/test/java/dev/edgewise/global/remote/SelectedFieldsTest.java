package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.http.AnswerTooLongException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The fields metadata.name, spec.taints[].effect, and spec.free with all that is in it. */
class SelectedFieldsTest {
    private static final SelectedFields FIELDS = SelectedFields.of()
            .and("metadata", SelectedFields.of("name"))
            .and("spec", SelectedFields.of("free").and("taints", SelectedFields.of("effect")));

    @Test
    void nothingElseIsKept() throws Exception {
        assertThat(
                        read(
                                """
                                {"kind": "Node",
                                 "metadata": {"managedFields": [{"fieldsV1": {"f:status": {"name": {}}}}], "name": "n", "labels": {"name": "a"}},
                                 "spec": {"taints": [{"key": "k", "effect": "NoSchedule", "timeAdded": null}, {}], "free": {"a": [1, {"b": null}]}},
                                 "status": {"images": [{"names": ["x", "y"]}]}}
                                """))
                .isEqualTo("{\"metadata\":{\"name\":\"n\"},"
                        + "\"spec\":{\"taints\":[{\"effect\":\"NoSchedule\"},{}],\"free\":{\"a\":[1,{\"b\":null}]}}}");
    }

    /** An answer without a list is another problem than one with an empty list. */
    @Test
    void whatIsEmptyStaysEmpty() throws Exception {
        assertThat(read("{\"spec\": {\"taints\": []}, \"metadata\": {}}"))
                .isEqualTo("{\"spec\":{\"taints\":[]},\"metadata\":{}}");
        assertThat(read("{\"kind\": \"garbage\"}")).isEqualTo("{}");
    }

    @Test
    void aValueOfAnotherTypeIsReadAsItIs() throws Exception {
        assertThat(read("{\"metadata\": \"text\", \"spec\": {\"taints\": [7, null, [[{\"effect\": 1}]]]}}"))
                .isEqualTo("{\"metadata\":\"text\",\"spec\":{\"taints\":[7,null]}}");
        assertThat(read("5")).isEqualTo("5");
    }

    /** 200,000 lists in each other would take all of the stack, were they read one in the other. */
    @Test
    void listsInListsAreSkippedHoweverDeepTheyAre() throws Exception {
        int depth = 200_000;
        String deep = "[".repeat(depth) + "]".repeat(depth);
        assertThat(read("{\"spec\": {\"taints\": [" + deep + "], \"other\": " + deep + "}}"))
                .isEqualTo("{\"spec\":{\"taints\":[]}}");
    }

    @Test
    void aTextThatBreaksOffIsMissing() throws Exception {
        for (String text : new String[] {
            "", "garbage", "{", "{\"spec\": ", "{\"spec\": {\"taints\": [", "{\"spec\": {\"taints\": [{\"effect\": \"No"
        }) {
            assertThat(FIELDS.read(text.getBytes(StandardCharsets.UTF_8)).isMissingNode())
                    .as(text)
                    .isTrue();
        }
    }

    @Test
    void allFieldsAreThoseOfTheText() throws Exception {
        byte[] text = "{\"a\":{\"b\":[1]}}".getBytes(StandardCharsets.UTF_8);

        assertThat(SelectedFields.ALL.read(text)).hasToString("{\"a\":{\"b\":[1]}}");
        assertThat(SelectedFields.of().read(text)).hasToString("{}");
    }

    /** The text, its object spec and its list taints are 3 of 200,000 values. */
    @Test
    void aTextWithMoreValuesThanAreKeptIsTooLong() throws Exception {
        assertThat(read("{\"spec\": {\"taints\": [" + list(199_997) + "]}}")).hasSizeGreaterThan(2 * 199_997);

        assertThatThrownBy(() -> read("{\"spec\": {\"taints\": [" + list(199_998) + "]}}"))
                .isInstanceOf(AnswerTooLongException.class)
                .hasMessage("the answer is longer than 200000 values");
        // In spec.free, all fields are read: its list is one more value.
        assertThatThrownBy(() -> read("{\"spec\": {\"free\": {\"a\": [" + list(199_997) + "]}}}"))
                .isInstanceOf(AnswerTooLongException.class);
    }

    @Test
    void listsInEachOtherCountWhereAllFieldsAreRead() {
        byte[] text = ("[".repeat(200_001) + "]".repeat(200_001)).getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> SelectedFields.ALL.read(text)).isInstanceOf(AnswerTooLongException.class);
    }

    @Test
    void valuesThatAreSkippedDoNotCount() throws Exception {
        String many = "\"x\": {}, ".repeat(300_000);

        assertThat(read("{" + many + "\"other\": [" + list(300_000) + "], \"metadata\": {" + many
                        + "\"name\": \"n\"}}"))
                .isEqualTo("{\"metadata\":{\"name\":\"n\"}}");
    }

    /** The parser remembers each list that has begun: 32 million of them would take 2 GB, although they are skipped. */
    @Test
    void aTextThatIsDeeperThanAnyServerStoresIsMissing() throws Exception {
        String deep = "[".repeat(250_001) + "]".repeat(250_001);

        assertThat(read("{\"other\": " + deep + "}")).isEmpty();
    }

    /** Returns the elements of a list of so many objects. */
    private static String list(int size) {
        return "{}" + ",{}".repeat(size - 1);
    }

    private static String read(String json) throws AnswerTooLongException {
        return FIELDS.read(json.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
