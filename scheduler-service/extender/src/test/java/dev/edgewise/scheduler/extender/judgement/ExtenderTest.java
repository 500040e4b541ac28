package dev.edgewise.scheduler.extender.judgement;

import static dev.edgewise.scheduler.extender.judgement.ExtenderFixture.pod;
import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static dev.edgewise.scheduler.testing.TestRewards.probation;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.extender.wire.ExtenderRequestReader;
import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import dev.edgewise.scheduler.extender.wire.InvalidBodyException;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Bodies and answers letter by letter, as kube-scheduler writes and reads them. */
class ExtenderTest {
    private final ExtenderFixture site = new ExtenderFixture();

    @Test
    void namesAreAnsweredWithNames() {
        assertThat(filter(
                        """
                        {"Pod":%s,"Nodes":null,"NodeNames":["full","empty","dark"]}""",
                        "energy-aware-scheduler"))
                .isEqualTo("{\"Nodes\":null,\"NodeNames\":[\"full\",\"dark\"],\"FailedNodes\":{},"
                        + "\"FailedAndUnresolvableNodes\":{},\"Error\":\"\"}");
    }

    /** With another one left, kube-scheduler does not look at them. */
    @Test
    void whereNoNodeIsLeftTheReasonsAreNamed() {
        assertThat(filter("{\"Pod\":%s,\"NodeNames\":[\"empty\"]}", "energy-aware-scheduler"))
                .isEqualTo("{\"Nodes\":null,\"NodeNames\":[],\"FailedNodes\":{},"
                        + "\"FailedAndUnresolvableNodes\":{\"empty\":\"node(s) were powerless\"},\"Error\":\"\"}");
    }

    @Test
    void nodesAreAnsweredWithTheNodesThatWereSent() {
        assertThat(filter(
                        """
                        {"Pod":%s,"Nodes":{"metadata":{},"items":[
                          {"metadata":{"labels":{"a":"\\u00fc"},"name":"full"},"spec":{"x":[{}]}},
                          {"metadata":{"name":"empty"}}, {"kind":"Node","metadata":{"name":"half","uid":"ü"}} ]}}""",
                        "energy-aware-scheduler"))
                .isEqualTo(
                        "{\"Nodes\":{\"items\":[{\"metadata\":{\"labels\":{\"a\":\"\\u00fc\"},\"name\":\"full\"},\"spec\":{\"x\":[{}]}},"
                                + "{\"kind\":\"Node\",\"metadata\":{\"name\":\"half\",\"uid\":\"ü\"}}]},\"NodeNames\":null,"
                                + "\"FailedNodes\":{},\"FailedAndUnresolvableNodes\":{},\"Error\":\"\"}");
        assertThat(filter(
                        "{\"Pod\":%s,\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"empty\"}}]}}",
                        "energy-aware-scheduler"))
                .isEqualTo(
                        "{\"Nodes\":{\"items\":[]},\"NodeNames\":null,"
                                + "\"FailedNodes\":{},\"FailedAndUnresolvableNodes\":{\"empty\":\"node(s) were powerless\"},\"Error\":\"\"}");
    }

    /** Names are compared as texts, however a client writes them, and answered letter by letter. */
    @Test
    void namesAreAnsweredAsTheyWereWritten() {
        String names = "[ \"em\\u0070ty\",\n\t\"\\\"a\\\\\" , \"\u00fc\u20ac\",\"full\"]";
        String request = "{\"Pod\":%s,\"NodeNames\":" + names + "}";
        assertThat(filter(request, "energy-aware-scheduler"))
                .startsWith("{\"Nodes\":null,\"NodeNames\":[\"\\\"a\\\\\" , \"\u00fc\u20ac\",\"full\"],");
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, String.format(request, pod("energy-aware-scheduler"))))
                .matches(
                        "\\[\\{\"Host\":\"em\\\\u0070ty\",\"Score\":\\d+},\\{\"Host\":\"\\\\\"a\\\\\\\\\",\"Score\":\\d+},"
                                + "\\{\"Host\":\"\u00fc\u20ac\",\"Score\":\\d+},\\{\"Host\":\"full\",\"Score\":10}]");
        assertThat(filter("{\"Pod\":%s,\"NodeNames\":[\"em\\u0070ty\"]}", "energy-aware-scheduler"))
                .contains("\"FailedAndUnresolvableNodes\":{\"em\\u0070ty\":\"node(s) were powerless\"}");
    }

    @Test
    void lowerCaseIsAsGood() {
        assertThat(filter("{\"nodenames\":[\"full\",\"empty\"],\"pod\":%s}", "energy-aware-scheduler"))
                .startsWith("{\"Nodes\":null,\"NodeNames\":[\"full\"],");
        assertThat(filter("{\"nodes\":{\"Items\":[{\"metadata\":{\"name\":\"full\"}}]},\"pod\":%s}", "edgewise"))
                .startsWith("{\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"full\"}}]},\"NodeNames\":null,");
    }

    /** If both lists were null, kube-scheduler would silently take that for no nodes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"Nodes\":null,\"NodeNames\":null|\"Nodes\":null,\"NodeNames\":[],",
                "\"x\":1|\"Nodes\":null,\"NodeNames\":[],",
                "\"NodeNames\":[]|\"Nodes\":null,\"NodeNames\":[],",
                "\"Nodes\":{\"items\":null}|\"Nodes\":{\"items\":[]},\"NodeNames\":null,",
                "\"Nodes\":{}|\"Nodes\":{\"items\":[]},\"NodeNames\":null,"
            })
    void oneOfBothListsIsNeverNull(String sent, String answered) {
        assertThat(site.ask(ExtenderVerb.FILTER, "{\"Pod\":" + pod("edgewise") + "," + sent + "}"))
                .isEqualTo("{" + answered + "\"FailedNodes\":{},\"FailedAndUnresolvableNodes\":{},\"Error\":\"\"}");
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, "{\"Pod\":" + pod("edgewise") + "," + sent + "}"))
                .isEqualTo("[]");
    }

    @Test
    void powerlessNodesAreTheLastResort() {
        assertThat(filter("{\"Pod\":%s,\"NodeNames\":[\"empty\",\"half\"]}", "edgewise"))
                .contains("\"NodeNames\":[\"half\"]");
        assertThat(filter("{\"Pod\":%s,\"NodeNames\":[\"empty\"]}", "edgewise")).contains("\"NodeNames\":[\"empty\"]");
    }

    /** 0..1 in tenths, rounded down: 1 - nothing, 0.5 at 50 %; powerless nodes would not pass the filter. */
    @Test
    void scoresAreWholeNumbersUpToTen() {
        assertThat(site.ask(
                        ExtenderVerb.PRIORITIZE,
                        "{\"Pod\":" + pod("energy-aware-scheduler") + ",\"NodeNames\":[\"full\",\"half\",\"empty\"]}"))
                .matches("\\[\\{\"Host\":\"full\",\"Score\":10},\\{\"Host\":\"half\",\"Score\":[4-7]},"
                        + "\\{\"Host\":\"empty\",\"Score\":0}]");
    }

    @Test
    void whereNoScoreHasAnythingToSayAllNodesAreAlike() {
        assertThat(site.ask(
                        ExtenderVerb.PRIORITIZE, "{\"Pod\":" + pod("stock") + ",\"NodeNames\":[\"full\",\"gone\"]}"))
                .isEqualTo("[{\"Host\":\"full\",\"Score\":5},{\"Host\":\"gone\",\"Score\":5}]");
    }

    @Test
    void aProfileThatNobodyKnowsIsTheDefaultOne() {
        assertThat(filter("{\"Pod\":%s,\"NodeNames\":[\"empty\",\"half\"]}", "default-scheduler"))
                .contains("\"NodeNames\":[\"half\"]");
    }

    @Test
    void onlyWhatKubeSchedulerLacksIsChecked() {
        state(node("full").cordoned().cpu("0").build());
        assertThat(filter("{\"Pod\":%s,\"NodeNames\":[\"full\"]}", "edgewise")).contains("\"NodeNames\":[\"full\"]");
    }

    /**
     * A node that does not exist yet has unknown properties, which rejects it only if the pod requires to know them.
     */
    @ParameterizedTest
    @ValueSource(strings = {"edgewise", "energy-aware-scheduler", "stock", "zones", "faashouse"})
    void anUnknownNodePasses(String profile) {
        assertThat(filter("{\"Pod\":%s,\"NodeNames\":[\"gone\"]}", profile)).contains("\"NodeNames\":[\"gone\"]");
        assertThat(site.ask(
                        ExtenderVerb.PRIORITIZE, "{\"Pod\":" + pod(profile) + ",\"NodeNames\":[\"gone\",\"full\"]}"))
                .contains("{\"Host\":\"gone\",\"Score\":");
    }

    @Test
    void anUnknownNodeIsNotWithinADelay() {
        String pod = pod("near", "edgewise", "\"delay_full\":\"20\"", "1");
        assertThat(site.ask(ExtenderVerb.FILTER, "{\"Pod\":" + pod + ",\"NodeNames\":[\"gone\",\"full\"]}"))
                .contains("\"NodeNames\":[\"full\"]");
        assertThat(site.ask(ExtenderVerb.FILTER, "{\"Pod\":" + pod + ",\"NodeNames\":[\"gone\"]}"))
                .contains("\"NodeNames\":[]", "\"FailedAndUnresolvableNodes\":{\"gone\":");
    }

    @Test
    void reservedRoomIsTakenForOthers() {
        reserve("half", 3000, "cart");
        assertThat(site.ask(
                        ExtenderVerb.FILTER,
                        "{\"Pod\":" + pod("other", "stock", "", "2") + ",\"NodeNames\":[\"half\",\"dark\"]}"))
                .contains("\"NodeNames\":[\"dark\"]");
        assertThat(site.ask(
                        ExtenderVerb.FILTER,
                        "{\"Pod\":" + pod("other", "stock", "", "2") + ",\"NodeNames\":[\"half\"]}"))
                .as("kube-scheduler knows no victims for it")
                .isEqualTo("{\"Nodes\":null,\"NodeNames\":[],\"FailedNodes\":{},\"FailedAndUnresolvableNodes\":"
                        + "{\"half\":\"node(s) had too little room beside what is reserved\"},\"Error\":\"\"}");
        assertThat(site.ask(
                        ExtenderVerb.FILTER,
                        "{\"Pod\":" + pod("small", "stock", "", "1") + ",\"NodeNames\":[\"half\",\"dark\"]}"))
                .contains("\"NodeNames\":[\"half\",\"dark\"]");
    }

    @Test
    void thePodThatRoomIsReservedForGoesThere() {
        reserve("half", 3000, "cart");
        String cart = pod("cart-1", "stock", "\"app\":\"cart\"", "3");
        assertThat(site.ask(ExtenderVerb.FILTER, "{\"Pod\":" + cart + ",\"NodeNames\":[\"dark\",\"half\"]}"))
                .isEqualTo(
                        "{\"Nodes\":null,\"NodeNames\":[\"half\"],\"FailedNodes\":{},\"FailedAndUnresolvableNodes\":{},"
                                + "\"Error\":\"\"}");
        assertThat(site.ask(ExtenderVerb.FILTER, "{\"Pod\":" + cart + ",\"NodeNames\":[\"dark\",\"full\"]}"))
                .as("its node was not sent")
                .contains("\"NodeNames\":[\"dark\",\"full\"]");
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, "{\"Pod\":" + cart + ",\"NodeNames\":[\"dark\",\"half\"]}"))
                .isEqualTo("[{\"Host\":\"dark\",\"Score\":0},{\"Host\":\"half\",\"Score\":5}]");
    }

    @Test
    void preemptionKeepsNodesThatWouldTakeThePod() {
        String asked =
                """
                {"Pod":%s,"NodeNameToVictims":{
                  "full":{"Pods":[{"metadata":{"name":"v","uid":"u-1"},"spec":{}}],"NumPDBViolations":2},
                  "empty":{"Pods":[],"NumPDBViolations":0},
                  "gone":{"Pods":null}, "half":null},"NodeNameToMetaVictims":null}"""
                        .formatted(pod("energy-aware-scheduler"));
        assertThat(site.ask(ExtenderVerb.PREEMPT, asked))
                .isEqualTo(
                        "{\"NodeNameToMetaVictims\":{\"full\":{\"Pods\":[{\"UID\":\"u-1\"}],\"NumPDBViolations\":2},"
                                + "\"gone\":{\"Pods\":[],\"NumPDBViolations\":0},\"half\":{\"Pods\":[],\"NumPDBViolations\":0}}}");
    }

    @Test
    void victimsMakeRoomBesideReservations() {
        reserve("half", 2000, "cart");
        site.state.putPod(TestPods.pod("old").uid("u-2").cpu("2").on("half").build());
        String asked = "{\"pod\":" + pod("big", "stock", "", "2")
                + ",\"nodeNameToMetaVictims\":{\"half\":{\"pods\":[%s],\"numPDBViolations\":1}}}";
        assertThat(site.ask(ExtenderVerb.PREEMPT, asked.formatted("{\"uid\":\"u-2\"}")))
                .isEqualTo(
                        "{\"NodeNameToMetaVictims\":{\"half\":{\"Pods\":[{\"UID\":\"u-2\"}],\"NumPDBViolations\":1}}}");
        assertThat(site.ask(ExtenderVerb.PREEMPT, asked.formatted(""))).isEqualTo("{\"NodeNameToMetaVictims\":{}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "|the body|missing",
                "[]|the body|a list",
                "{|the body|malformed",
                "{} {}|what follows the body|an object",
                "{}|Pod|missing",
                "{\"Pod\":null}|Pod|null",
                "{\"Pod\":[]}|Pod|a list",
                "{\"Pod\":{},\"NodeNames\":\"a\"}|NodeNames|a text",
                "{\"Pod\":{},\"NodeNames\":[\"a\",7]}|NodeNames[]|a number",
                "{\"Pod\":{},\"NodeNames\":[{}]}|NodeNames[]|an object",
                "{\"Pod\":{},\"NodeNames\":[\"a\" , []]}|NodeNames[]|a list",
                "{\"Pod\":{},\"NodeNames\":[false,\"a\"]}|NodeNames[]|true or false",
                "{\"Pod\":{},\"NodeNames\":[null]}|NodeNames[]|null",
                "{\"Pod\":{},\"NodeNames\":[\"a\",]}|the body|malformed",
                "{\"Pod\":{},\"NodeNames\":[\"\\x\"]}|the body|malformed",
                "{\"Pod\":{},\"Nodes\":[]}|Nodes|a list",
                "{\"Pod\":{},\"Nodes\":{\"items\":[{\"metadata\":{}}]}}|Nodes.items[0].metadata.name|missing",
            })
    void aWrongShapeIsNamed(String body, String field, String value) {
        assertThatThrownBy(() -> site.ask(ExtenderVerb.FILTER, body == null ? "" : body))
                .isInstanceOfSatisfying(InvalidBodyException.class, wrong -> {
                    assertThat(wrong.getStatusCode().value()).isEqualTo(400);
                    assertThat(wrong.getBody().getProperties()).containsEntry("field", field);
                    assertThat(String.valueOf(wrong.getBody().getProperties().get("value")))
                            .startsWith(value);
                });
    }

    @Test
    void moreNodesThanAnyClusterHasAreNotRead() {
        String names = "\"n\",".repeat(ExtenderRequestReader.MAX_NODES) + "\"n\"";
        assertThatThrownBy(() -> site.ask(ExtenderVerb.FILTER, "{\"Pod\":{},\"NodeNames\":[" + names + "]}"))
                .hasMessageContaining("a list of at most 50000");
    }

    /** A pod with a field that is read in another way than the API server does would wait for ever. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"kind\":\"Node\"}",
                "{\"spec\":{\"containers\":7}}",
            })
    void aPodThatCannotBeReadFavoursNoNode(String pod) {
        assertThat(site.ask(ExtenderVerb.FILTER, "{\"Pod\":" + pod + ",\"NodeNames\":[\"empty\",\"full\"]}"))
                .isEqualTo("{\"Nodes\":null,\"NodeNames\":[\"empty\",\"full\"],\"FailedNodes\":{},"
                        + "\"FailedAndUnresolvableNodes\":{},\"Error\":\"\"}");
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, "{\"Pod\":" + pod + ",\"NodeNames\":[\"empty\",\"full\"]}"))
                .isEqualTo("[{\"Host\":\"empty\",\"Score\":5},{\"Host\":\"full\",\"Score\":5}]");
        assertThat(site.ask(
                        ExtenderVerb.PREEMPT,
                        "{\"Pod\":" + pod + ",\"NodeNameToMetaVictims\":{\"empty\":{\"Pods\":[{\"UID\":\"u\"}]}}}"))
                .contains("{\"empty\":{\"Pods\":[{\"UID\":\"u\"}]");
        for (ExtenderVerb verb : ExtenderVerb.values()) {
            assertThat(site.answers(verb, RequestOutcome.UNREADABLE)).isEqualTo(1);
        }
    }

    @Test
    void afterTheDeadlineNoNodeIsFavoured() {
        site.ticker.advance(ExtenderFixture.DEADLINE);
        assertThat(filter("{\"Pod\":%s,\"NodeNames\":[\"empty\",\"full\"]}", "edgewise"))
                .contains("\"NodeNames\":[\"full\"]");
        site.ticker.advance(Duration.ofNanos(1));
        assertThat(filter("{\"Pod\":%s,\"NodeNames\":[\"empty\",\"full\"]}", "edgewise"))
                .contains("\"NodeNames\":[\"empty\",\"full\"]", "\"Error\":\"\"");
        assertThat(site.answers(ExtenderVerb.FILTER, RequestOutcome.JUDGED)).isEqualTo(1);
        assertThat(site.answers(ExtenderVerb.FILTER, RequestOutcome.LATE)).isEqualTo(1);
    }

    /** Victims would be gone for nothing. */
    @Test
    void afterTheDeadlineNobodyIsEvicted() {
        String asked =
                "{\"Pod\":" + pod("edgewise") + ",\"NodeNameToMetaVictims\":{\"full\":{\"Pods\":[{\"UID\":\"u\"}]}}}";
        site.ticker.advance(ExtenderFixture.DEADLINE.plusNanos(1));
        assertThat(site.ask(ExtenderVerb.PREEMPT, asked)).isEqualTo("{\"NodeNameToMetaVictims\":{}}");
        assertThat(site.answers(ExtenderVerb.PREEMPT, RequestOutcome.LATE)).isEqualTo(1);
    }

    /** The pod would be held several times over while it is read. */
    @Test
    void aPodThatNoStoreTakesIsNotRead() {
        String padding =
                "a".repeat(4 * 1024 * 1024 - pod("energy-aware-scheduler").length() - ",\"x\":\"\"".length());
        String largest = padded(padding);
        assertThat(filtered(largest)).contains("\"NodeNames\":[\"full\"]");
        assertThat(filtered(padded(padding + "a"))).contains("\"NodeNames\":[\"empty\",\"full\"]");
        assertThat(site.answers(ExtenderVerb.FILTER, RequestOutcome.UNREADABLE)).isEqualTo(1);
    }

    private String filtered(String pod) {
        return site.ask(ExtenderVerb.FILTER, "{\"Pod\":" + pod + ",\"NodeNames\":[\"empty\",\"full\"]}");
    }

    private static String padded(String padding) {
        return pod("energy-aware-scheduler").replaceFirst("\\{", "{\"x\":\"" + padding + "\",");
    }

    /** The pod's author could otherwise have it judged without the annotation. */
    @Test
    void aPodWithALongAnnotationIsJudged() {
        String annotated = "\"metadata\":{\"annotations\":{\"edgewise.dev/delay\":\"" + "a".repeat(2_000) + "\"},";
        assertThat(filtered(pod("energy-aware-scheduler").replace("\"metadata\":{", annotated)))
                .contains("\"NodeNames\":[\"full\"]");
    }

    /** Fields that hold too much or cannot be read are left out, and the rest decides. */
    @ParameterizedTest
    @MethodSource("heavyPods")
    void aPodOfWhichOnlyAPartIsReadIsJudgedByThat(String pod) {
        assertThat(filtered(pod)).contains("\"NodeNames\":[\"full\"]");
        assertThat(site.answers(ExtenderVerb.FILTER, RequestOutcome.JUDGED)).isEqualTo(1);
    }

    static Stream<Named<String>> heavyPods() {
        String pod = pod("energy-aware-scheduler");
        String labels = IntStream.range(0, 5_000)
                .mapToObj(i -> "\"label-" + i + "\":\"\"")
                .collect(Collectors.joining(",", "\"labels\":{", "}"));
        return Stream.of(
                Named.of(
                        "arguments",
                        pod.replace("\"image\"", "\"args\":[" + "\"\",".repeat(200_000) + "\"\"],\"image\"")),
                Named.of("labels", pod.replace("\"labels\":{}", labels)),
                Named.of("tolerations", pod.replace("\"tolerations\":[", "\"tolerations\":[" + "{},".repeat(60_000))),
                Named.of("a long name", pod.replace("\"image\"", "\"" + "x".repeat(70_000) + "\":1,\"image\"")),
                Named.of("a wrong amount", pod.replace("\"500m\"", "\"much\"")));
    }

    /** The scores 0.9 and 0.95 are those of an untried node and of one that did well; only a node on trial has 1. */
    @Test
    void onlyTheBestHasTen() {
        state(node("new").build());
        site.state.change(
                EnergyIndex.FACT,
                energy -> EnergyIndex.of(
                        Map.of("full", percent(100), "half", percent(95), "new", percent(90), "empty", percent(0))));
        assertThat(site.ask(
                        ExtenderVerb.PRIORITIZE,
                        "{\"Pod\":" + pod("energy-aware-scheduler") + ",\"NodeNames\":[\"full\",\"half\",\"new\"]}"))
                .isEqualTo("[{\"Host\":\"full\",\"Score\":10},{\"Host\":\"half\",\"Score\":9},"
                        + "{\"Host\":\"new\",\"Score\":9}]");
    }

    /** Half a second for each look at the clock: the deadline passes while nodes are looked at. */
    @Test
    void aDeadlineInTheMiddleEndsTheWork() {
        AtomicInteger looks = new AtomicInteger();
        ExtenderFixture slow = new ExtenderFixture(
                () -> looks.getAndIncrement() * Duration.ofMillis(500).toNanos());
        String names = "\"full\",".repeat(999) + "\"empty\"";
        assertThat(slow.ask(ExtenderVerb.FILTER, "{\"Pod\":" + pod("edgewise") + ",\"NodeNames\":[" + names + "]}"))
                .contains("\"empty\"],\"FailedNodes\":{}");
        assertThat(slow.answers(ExtenderVerb.FILTER, RequestOutcome.LATE)).isEqualTo(1);
        assertThat(looks.get()).isLessThan(20);
    }

    /** The first pod's node is not known yet. */
    @Test
    void onlyOneOfManyIsLetOntoANodeOnProbation() {
        site.state.change(
                RewardIndex.FACT,
                index -> index.with(RewardRowNames.ofType("default.web"), Map.of("full", probation(TestClock.START))));
        String asked = "{\"Pod\":%s,\"NodeNames\":[\"full\",\"half\"]}";
        String web = "\"podtype\":\"web\"";
        assertThat(site.ask(ExtenderVerb.FILTER, asked.formatted(pod("web-1", "rl-scheduler", web, "1"))))
                .contains("\"NodeNames\":[\"full\",\"half\"]");
        assertThat(site.ask(ExtenderVerb.FILTER, asked.formatted(pod("web-2", "rl-scheduler", web, "1"))))
                .contains("\"NodeNames\":[\"half\"]");
        assertThat(site.ask(
                        ExtenderVerb.FILTER,
                        "{\"Pod\":" + pod("web-2", "rl-scheduler", web, "1") + ",\"NodeNames\":[\"full\"]}"))
                .contains("\"NodeNames\":[]", "another pod of this type tries");

        // The watch shows the first one elsewhere.
        site.pending.put(TestPods.pod("web-1").uid("uid-of-web-1").on("half").build(), "2");
        site.ticker.advance(Duration.ofSeconds(1));
        assertThat(site.ask(ExtenderVerb.FILTER, asked.formatted(pod("web-2", "rl-scheduler", web, "1"))))
                .contains("\"NodeNames\":[\"full\",\"half\"]");
    }

    /** The quoted text may come from any client. */
    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void theLogGetsOneShortLine(CapturedOutput output) {
        filtered("{\"metadata\":{\"labels\":{\"a\\n2026 ERROR x\\u001b[31m" + "a".repeat(10_000) + "\":{}}}}");
        assertThat(output.getOut().lines().filter(line -> line.contains("The extender favours no node")))
                .singleElement(as(STRING))
                .contains("metadata.labels.a?2026 ERROR x?[31ma")
                .hasSizeLessThan(1_000);
    }

    private String filter(String body, String profile) {
        return site.ask(ExtenderVerb.FILTER, body.formatted(pod(profile)));
    }

    private void state(Node node) {
        site.state.putNode(node);
    }

    private void reserve(String node, long milliCpu, String app) {
        site.state.reservations().serve(true);
        site.state
                .reservations()
                .put(reservation("r")
                        .on(node)
                        .cpu(milliCpu)
                        .app(app)
                        .phase(Phase.ACTIVE)
                        .build());
    }
}
