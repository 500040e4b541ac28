package dev.edgewise.global.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.model.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestParserTest {
    @Test
    void readsDocumentsOfYamlAndJson() {
        ParsedManifests parsed = parse(
                """
                ---
                # a comment is no object
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: settings}
                data: {mode: "0644"}
                ---
                {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {"replicas": 2}}
                """);

        assertThat(parsed.problems()).isEmpty();
        assertThat(parsed.objects())
                .extracting(Manifest::title)
                .containsExactly("ConfigMap settings", "Deployment web");
        assertThat(parsed.objects().get(1).group()).isEqualTo("apps");
        assertThat(parsed.objects().get(1).field()).isEqualTo("spec.manifests[2]");
        assertThat(parsed.objects().get(1).tree().path("spec").path("replicas").isInt())
                .isTrue();
    }

    /** Modes are octal, a date and a time are texts, 1e3 is a number. */
    @Test
    void readsScalarsAsKubectlDoes() {
        var data = parse(
                        configMap("{mode: 0644, date: 2024-01-02, time: 12:30, big: 1e3, on: on, text: 'on', cpu: 1.50,"
                                + " none: ~}"))
                .objects()
                .get(0)
                .tree()
                .path("data");

        assertThat(data)
                .hasToString(
                        "{\"mode\":420,\"date\":\"2024-01-02\",\"time\":\"12:30\",\"big\":1000.0,\"true\":true,\"text\":\"on\",\"cpu\":1.5,\"none\":null}");
    }

    @Test
    void replacesListsByTheirItems() {
        ParsedManifests parsed = parse(
                """
                apiVersion: v1
                kind: List
                items:
                - {apiVersion: v1, kind: Secret, metadata: {name: a}}
                - {apiVersion: v1, kind: Secret, metadata: {generateName: b-}}
                """);

        assertThat(parsed.problems()).isEmpty();
        assertThat(parsed.objects())
                .extracting(Manifest::field)
                .containsExactly("spec.manifests[0].items[0]", "spec.manifests[0].items[1]");
        assertThat(parsed.objects().get(1).title()).isEqualTo("Secret b-*");
    }

    @Test
    void namesFieldAndValueOfWhatIsMissingOrWrong() {
        assertThat(parse("{apiVersion: 7, metadata: {name: ../../secrets/x}}").problems())
                .containsExactly(
                        new Problem("spec.manifests[0].apiVersion", "7", "a group and version, such as apps/v1 or v1"),
                        new Problem("spec.manifests[0].kind", "missing", "a kind, such as Deployment"),
                        new Problem(
                                "spec.manifests[0].metadata.name",
                                "\"../../secrets/x\"",
                                "a name of at most 253 letters, digits, '-', '.' and ':'"));
        assertThat(parse("just words").problems())
                .containsExactly(new Problem(
                        "spec.manifests[0]", "\"just words\"", "an object with apiVersion, kind and metadata"));
        assertThat(parse("{apiVersion: v1, kind: Pod}").problems())
                .containsExactly(new Problem("spec.manifests[0].metadata", "missing", "an object with a name"));
        assertThat(parse("\n---\n").problems())
                .containsExactly(new Problem("spec.manifests", "empty", "at least one object"));
    }

    @Test
    void refusesWhatIsNoYaml() {
        assertThat(one("a: [1").value()).startsWith("no YAML in line 1");
        assertThat(one("a: 1\nb: 2\na: 3").value()).isEqualTo("no YAML in line 3 (found duplicate key a)");
        assertThat(one("a: !!java.net.URL [x]").value()).startsWith("no YAML");
        assertThat(one("a: !!binary aGVsbG8=").allowed())
                .isEqualTo("of maps, lists, texts, finite numbers, true, false and null");
        assertThat(one("a: .nan").allowed()).isEqualTo("of maps, lists, texts, finite numbers, true, false and null");
        assertThat(one("{1: a, '1': b}").allowed())
                .isEqualTo("without a key that is there twice, as a text and as a number");
        assertThat(one("a: " + "[".repeat(60) + "]".repeat(60)).value()).contains("Nesting Depth exceeded max 50");
        assertThat(one("&a [*a]").allowed()).contains("alias");
    }

    /** Ten aliases of ten aliases, nine times: 10^9 values from some 500 characters. */
    @Test
    void refusesAliasesThatFillTheMemory() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int level = 1; level < 9; level++) {
            bomb.append("a")
                    .append(level)
                    .append(": &a")
                    .append(level)
                    .append(" [")
                    .append(("*a" + (level - 1) + ", ").repeat(10))
                    .append("]\n");
        }

        assertThat(one(bomb.toString()).allowed())
                .isEqualTo("at most 100000 values, aliases counted where they are used");
    }

    /**
     * 41 aliases of 100 KiB, and the text itself: 42 × 102,400 = 4,300,800 characters, more than 4 MiB = 4,194,304; 41
     * × 102,400 are 4,198,400.
     */
    @Test
    void refusesAliasesOfOneLongText() {
        String many = "[&x \"" + "y".repeat(102_400) + "\"" + ", *x".repeat(41) + "]";
        String keys = "{k: &x \"" + "y".repeat(102_400) + "\"" + ", l: [" + "{*x : 1}, ".repeat(41) + "]}";
        String allowed = "at most 4194304 characters of keys and texts, aliases counted where they are used";

        assertThat(one(many).allowed()).isEqualTo(allowed);
        assertThat(one(keys).allowed()).isEqualTo(allowed);
    }

    /** 39 × 102,400 = 3,993,600 characters are below the limit: the problem shows the first 120 of them. */
    @Test
    void showsTheBeginningOfALargeTree() {
        String list = "[&x \"" + "y".repeat(102_400) + "\"" + ", *x".repeat(38) + "]";

        assertThat(one(list).value()).isEqualTo("[\"" + "y".repeat(118) + "…");
    }

    @Test
    void limitsSizeObjectsAndProblems() {
        String object = "---\n{apiVersion: v1, kind: Secret, metadata: {name: a%d}}\n";
        StringBuilder many = new StringBuilder();
        for (int index = 0; index < 203; index++) {
            many.append(object.formatted(index));
        }

        assertThat(parse(many.toString()).problems())
                .containsExactly(
                        new Problem(
                                "spec.manifests[200]",
                                "one more than 200 objects",
                                "left out: a request has at most 200 objects"),
                        new Problem(
                                "spec.manifests[201]",
                                "one more than 200 objects",
                                "left out: a request has at most 200 objects"),
                        new Problem(
                                "spec.manifests[202]",
                                "one more than 200 objects",
                                "left out: a request has at most 200 objects"));
        assertThat(parse("---\n7\n".repeat(50)).problems()).hasSize(Problems.MOST);
        assertThat(one("#".repeat(2_097_153)).value()).isEqualTo("2097153 characters long");
    }

    private static ParsedManifests parse(String text) {
        return ManifestParser.parse("spec.manifests", text);
    }

    private static Problem one(String text) {
        List<Problem> problems = parse(text).problems();
        assertThat(problems).hasSize(1);
        return problems.get(0);
    }

    private static String configMap(String data) {
        return "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: " + data + "}";
    }
}
