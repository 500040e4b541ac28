package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The fields metadata.name, spec.taints[].effect, and spec.free with all that is in it. */
class SelectedFieldsTest {
    private static final SelectedFields FIELDS = SelectedFields.of()
            .and("metadata", SelectedFields.of("name"))
            .and("spec", SelectedFields.of("free").and("taints", SelectedFields.of("effect")));

    @Test
    void nothingElseIsKept() {
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
    void whatIsEmptyStaysEmpty() {
        assertThat(read("{\"spec\": {\"taints\": []}, \"metadata\": {}}"))
                .isEqualTo("{\"spec\":{\"taints\":[]},\"metadata\":{}}");
        assertThat(read("{\"kind\": \"garbage\"}")).isEqualTo("{}");
    }

    @Test
    void aValueOfAnotherTypeIsReadAsItIs() {
        assertThat(read("{\"metadata\": \"text\", \"spec\": {\"taints\": [7, null, [[{\"effect\": 1}]]]}}"))
                .isEqualTo("{\"metadata\":\"text\",\"spec\":{\"taints\":[7,null]}}");
        assertThat(read("5")).isEqualTo("5");
    }

    /** 200,000 lists in each other would take all of the stack, were they read one in the other. */
    @Test
    void listsInListsAreSkippedHoweverDeepTheyAre() {
        int depth = 200_000;
        String deep = "[".repeat(depth) + "]".repeat(depth);
        assertThat(read("{\"spec\": {\"taints\": [" + deep + "], \"other\": " + deep + "}}"))
                .isEqualTo("{\"spec\":{\"taints\":[]}}");
    }

    @Test
    void aTextThatBreaksOffIsMissing() {
        for (String text : new String[] {
            "", "garbage", "{", "{\"spec\": ", "{\"spec\": {\"taints\": [", "{\"spec\": {\"taints\": [{\"effect\": \"No"
        }) {
            assertThat(FIELDS.read(text.getBytes(StandardCharsets.UTF_8)).isMissingNode())
                    .as(text)
                    .isTrue();
        }
    }

    @Test
    void allFieldsAreThoseOfTheText() {
        byte[] text = "{\"a\":{\"b\":[1]}}".getBytes(StandardCharsets.UTF_8);

        assertThat(SelectedFields.ALL.read(text)).hasToString("{\"a\":{\"b\":[1]}}");
        assertThat(SelectedFields.of().read(text)).hasToString("{}");
    }

    private static String read(String json) {
        return FIELDS.read(json.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
