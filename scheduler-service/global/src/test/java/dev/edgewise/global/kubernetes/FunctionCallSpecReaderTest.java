package dev.edgewise.global.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.FunctionCallSpec;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RankedResource;
import dev.edgewise.global.model.RequestSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionCallSpecReaderTest {
    @Test
    void readsWhatWasWritten() {
        FunctionCallSpec call = new FunctionCallSpec(12.5, 10_000_000_000L, 3, "edge");
        Policy policy = new Policy(PolicyType.RESPONSE_TIME, "edge", "", "", RankedResource.ALL, "", call);
        RequestSpec spec = TestRequests.of("a", "[edge]").request().spec();
        JsonNode written = SpecJson.spec(new RequestSpec(
                        spec.manifests(),
                        policy,
                        spec.clusters(),
                        spec.priority(),
                        spec.readyWithin(),
                        spec.deadline(),
                        spec.onUnreachable(),
                        spec.callback(),
                        spec.targetNamespace(),
                        spec.serviceAccount(),
                        spec.cancelled()))
                .path("policy");

        assertThat(written.path("type").asText()).isEqualTo("ResponseTime");
        assertThat(FunctionCallSpecReader.read(written, PolicyType.RESPONSE_TIME))
                .isEqualTo(call);
        assertThat(SpecJson.spec(spec).path("policy").has("call")).isFalse();
    }

    @Test
    void hasDefaults() throws Exception {
        assertThat(read("{call: {computeMillis: 20}}", PolicyType.RESPONSE_TIME))
                .isEqualTo(new FunctionCallSpec(20, 0, 1, ""));
        assertThat(read("{}", PolicyType.COST)).isEqualTo(FunctionCallSpec.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | spec.policy.call | missing | with computeMillis",
                "{call: {}} | spec.policy.call.computeMillis | missing | a number from 0.001 to 3600000",
                "{call: {computeMillis: 0}} | spec.policy.call.computeMillis | 0 | a number from 0.001",
                "{call: {computeMillis: 3600001}} | spec.policy.call.computeMillis | 3600001 | to 3600000",
                "{call: {computeMillis: x}} | spec.policy.call.computeMillis | x | a number from 0.001",
                "{call: {computeMillis: 1, payloadBytes: -1}} | spec.policy.call.payloadBytes | -1 | from 0 to",
                "{call: {computeMillis: 1, functions: 0}} | spec.policy.call.functions | 0 | from 1 to 100",
                "{call: {computeMillis: 1, functions: 1.5}} | spec.policy.call.functions | 1.5 | from 1 to 100"
            })
    void namesFieldValueAndWhatIsAllowed(String policy, String field, String value, String allowed) {
        assertThatThrownBy(() -> read(policy, PolicyType.RESPONSE_TIME))
                .isInstanceOf(SpecFieldReader.ProblemException.class)
                .hasMessageContainingAll(field, value, allowed);
    }

    private static FunctionCallSpec read(String policy, PolicyType type) throws JsonProcessingException {
        String json = policy.replaceAll("([a-zA-Z]+):", "\"$1\":").replace(" x}", " \"x\"}");
        return FunctionCallSpecReader.read(new ObjectMapper().readTree(json), type);
    }
}
