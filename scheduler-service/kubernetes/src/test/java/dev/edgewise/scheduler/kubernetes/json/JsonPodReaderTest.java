package dev.edgewise.scheduler.kubernetes.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.model.HostPort;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodVolumes;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPodReaderTest {
    private final JsonPodReader reader = new JsonPodReader();

    @Test
    void readsAPodAsItsUserWritesIt() {
        Pod pod = reader.read(
                """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "labels": {"delay_n1": "20"}},
                 "spec": {"containers": [{"name": "c", "image": "web:1", "resources": {"requests": {"cpu": "500m"}}}]}}
                """);

        assertThat(pod.key()).isEqualTo(new PodKey("default", "web"));
        assertThat(pod.labels()).containsEntry("delay_n1", "20");
        assertThat(pod.spec().requests().needed().milliCpu()).isEqualTo(500);
    }

    @Test
    void readsAnElementOfAList() {
        assertThat(reader.read(
                                "{'metadata':{'namespace':'a','name':'b','uid':'u'},'spec':{'containers':[{'name':'c'}]}}"
                                        .replace('\'', '"'))
                        .uid())
                .isEqualTo("u");
    }

    @Test
    void aHypotheticalPodNeedsNoName() {
        assertThat(reader.read("{\"spec\":{\"containers\":[{\"name\":\"c\"}]}}").key())
                .isEqualTo(new PodKey("default", "hypothetical"));
        assertThat(reader.read(
                                "{\"metadata\":{\"generateName\":\"web-\"},\"spec\":{\"containers\":[{\"name\":\"c\"}]}}")
                        .key())
                .isEqualTo(new PodKey("default", "web-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "nonsense", "kind: Pod", "[]", "\"Pod\"", "null", "{} {}", "{\"spec\": 1e}"})
    void whatIsNoJsonObjectIsMalformed(String text) {
        assertThatThrownBy(() -> reader.read(text)).isInstanceOf(MalformedJsonException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'kind':'Deployment'}                                  | kind",
                "{'kind':'Pod','apiVersion':'v2'}                       | apiVersion",
                "{'kind':'Pod'}                                         | spec.containers",
                "{'spec':{'containers':7}}                              | spec.containers",
                "{'metadata':{'labels':['a']},'spec':{'containers':[]}} | metadata.labels",
                "{'spec':{'containers':[{'resources':{'requests':{'cpu':'many'}}}]}} | cpu",
                "{'spec':{'priority':'high','containers':[{'name':'c'}]}} | spec.priority",
            })
    void whatIsNoPodIsNamed(String text, String field) {
        assertThatThrownBy(() -> reader.read(text.replace('\'', '"')))
                .isInstanceOfSatisfying(
                        InvalidInputException.class, e -> assertThat(e.field()).endsWith(field));
    }

    private static String pod(String metadata, String spec) {
        return "{\"metadata\":{" + metadata + "},\"spec\":{\"containers\":[{\"name\":\"c\"}]" + spec + "}}";
    }

    @Test
    void whatNoRealPodHasIsRefusedByItsName() {
        String text = "a".repeat(1025);
        assertThatThrownBy(() -> reader.read(pod("\"labels\":{\"delay_a\":\"" + text + "\"}", "")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("metadata.labels.delay_a is 1025 characters: it must be at most 1024 characters");
        assertThatThrownBy(() -> reader.read(pod("\"labels\":{\"" + text + "\":\"1\"}", "")))
                .hasMessage("metadata.labels is a name of 1025 characters: it must be names of at most 1024");
        String tolerations = "{},".repeat(1_001).replaceAll(",$", "");
        assertThatThrownBy(() -> reader.read(pod("", ",\"tolerations\":[" + tolerations + "]")))
                .hasMessage("spec.tolerations is 1001 elements: it must be at most 1000 elements");
        String values = ("[" + "[1],".repeat(900) + "1],").repeat(20);
        assertThatThrownBy(() -> reader.read(pod("", ",\"x\":[" + values + "1]")))
                .hasMessageMatching(
                        "the pod is of more than 25000 values that scheduling reads, at spec\\..+: it must be of at"
                                + " most 25000");
    }

    /** The API server accepts more than any list that people write. */
    @Test
    void whatThePodNeedsOfItsNodeIsRead() {
        Pod pod = reader.read("{\"spec\":{\"containers\":[{\"name\":\"c\",\"ports\":["
                + "{\"containerPort\":80,\"hostPort\":80},".repeat(2_999)
                + "{\"containerPort\":81,\"hostPort\":81}],"
                + "\"restartPolicyRules\":[{\"action\":\"RestartAllContainers\"}]}]}}");
        assertThat(pod.spec().hostPorts().ports()).contains(new HostPort(HostPort.ANY, "TCP", 81));
        assertThat(pod.spec().features()).containsExactly("RestartAllContainersOnContainerExits");
    }

    @Test
    void whatSchedulingDoesNotReadMayBeLarge() {
        String text = "a".repeat(40_000);
        String container = "{\"name\":\"c\",\"args\":[\"" + text + "\"],\"env\":[{\"name\":\"" + text + "\"}]}";
        Pod pod = reader.read("{\"metadata\":{\"name\":\"web\",\"annotations\":{\"x\":\"" + text
                + "\",\"edgewise.dev/delay\":\"p95\"},\"managedFields\":[{\"fieldsV1\":{\"f:" + text + "\":{}}}]},"
                + "\"spec\":{\"containers\":[" + container + "]},\"status\":{\"conditions\":[{\"message\":\"" + text
                + "\"}]}}");
        assertThat(pod.annotations()).containsOnlyKeys("edgewise.dev/delay");
    }

    /** A pod that names slots is judged as one, not as an ordinary pod. */
    @Test
    void theSlotsThatAPodNamesAreRead() {
        String start = "{\"metadata\":{\"name\":\"a\",\"annotations\":{\"edgewise.dev/slots\":\"";
        String end = "\",\"edgewise.dev/slot\":\"t/0/3\"}},\"spec\":{\"containers\":[{\"name\":\"c\"}]}}";
        assertThat(reader.read(start + "t/3/0,2" + end).annotations())
                .isEqualTo(Map.of("edgewise.dev/slots", "t/3/0,2"));
        assertThat(reader.read(start + "t/3/" + "1,".repeat(1_000) + "2" + end)
                        .annotations()
                        .get("edgewise.dev/slots"))
                .as("what was cut has no valid value")
                .endsWith("…");
    }

    /** The pod's author could otherwise have it judged without any annotation. */
    @Test
    void whatTheApiServerAcceptsAtAnyLengthIsRead() {
        String text = "a".repeat(200_000);
        String many =
                ("{\"ip\":\"" + text.substring(0, 2_000) + "\"},").repeat(1_001).replaceAll(",$", "");
        Pod pod = reader.read(pod(
                "\"annotations\":{\"edgewise.dev/delay\":\"" + text + "\",\"edgewise.dev/owner-node\":\"" + text
                        + "\"}",
                ",\"hostAliases\":[" + many + "],\"dnsConfig\":{\"searches\":[\"" + text + "\"]},\"volumes\":["
                        + "{\"name\":\"v\",\"projected\":{\"sources\":[" + many + "]}},"
                        + "{\"name\":\"w\",\"persistentVolumeClaim\":{\"claimName\":\"data\"}},"
                        + "{\"name\":\"x\",\"csi\":{\"driver\":\"d\",\"volumeAttributes\":{\"a\":\"" + text + "\"}}},"
                        + "{\"name\":\"y\",\"ephemeral\":{\"volumeClaimTemplate\":{\"metadata\":"
                        + "{\"annotations\":{\"a\":\"" + text + "\"}}}}}]"));
        assertThat(pod.annotations()).containsOnlyKeys("edgewise.dev/delay");
        assertThat(pod.spec().volumes().claims())
                .extracting(PodVolumes.Claim::name)
                .containsExactly("data", "hypothetical-y");
    }

    @Test
    void aBodyOfMoreValuesThanThePodsOfAQuestionHaveBecomesNoTree() {
        String most = "{\"pods\":[" + "{},".repeat(JsonPodReader.MOST_VALUES - 3) + "{}]}";
        assertThat(reader.parse(most).path("pods")).hasSize(JsonPodReader.MOST_VALUES - 2);
        assertThatThrownBy(() -> reader.parse(most.replace("[{}", "[{},{}")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("of more than 500000 values");
    }
}
