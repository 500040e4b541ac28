package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class MemberDefinitionsTest {
    private final MemberDefinitions definitions = new MemberDefinitions();

    @Test
    void anEventReadsItsOwnSecretOnly() {
        definitions.secret(TestSecrets.member("member-a", "a", "1", Map.of()));
        definitions.secret(TestSecrets.member("member-b", "b", "2", Map.of()));
        Map<String, MemberDefinition> before = definitions.byCluster();

        definitions.secret(TestSecrets.member("member-b", "b", "3", Map.of("edgewise.dev/cost", "7")));

        Map<String, MemberDefinition> after = definitions.byCluster();
        assertThat(after).containsOnlyKeys("a", "b");
        assertThat(after.get("a")).isSameAs(before.get("a"));
        assertThat(after.get("b").settings().cost()).isEqualTo(7);
    }

    /** A start brings one event for each of a hundred Secrets: what is to be forgotten would be read 5,000 times. */
    @Test
    void anEventReadsOfNoOtherSecretWhatIsToBeForgotten() {
        Secret first = TestSecrets.member("member-a", "a", "1", Map.of("edgewise.dev/forget", "x"));
        ObjectMeta counted = spy(first.getMetadata());
        first.setMetadata(counted);
        definitions.secret(first);
        clearInvocations(counted);

        definitions.secret(TestSecrets.member("member-b", "b", "2", Map.of()));

        assertThat(definitions.forgotten()).isEqualTo(Map.of("a", Set.of("x")));
        verify(counted, never()).getAnnotations();
    }

    /** Watches send all Secrets again after a lost connection. */
    @Test
    void aSecretThatIsSentAgainIsNotReadAgain() {
        definitions.secret(TestSecrets.member("member-a", "a", "1", Map.of()));
        Map<String, MemberDefinition> before = definitions.byCluster();

        definitions.secret(TestSecrets.member("member-a", "a", "1", Map.of()));

        assertThat(definitions.byCluster().get("a")).isSameAs(before.get("a"));
    }

    @Test
    void aProfileReadsTheSecretsThatNameItOnly() throws Exception {
        definitions.secret(TestSecrets.member("member-a", "a", "1", Map.of()));
        definitions.secret(TestSecrets.ofProfile("member-b", "b", "fleet/b"));
        Map<String, MemberDefinition> before = definitions.byCluster();
        assertThat(before.get("b").refusal()).startsWith("ClusterProfile fleet/b is missing");

        definitions.profile("fleet/b", profile("http://127.0.0.1:9"));
        assertThat(definitions.byCluster().get("a")).isSameAs(before.get("a"));
        assertThat(definitions.byCluster().get("b").refusal()).isEmpty();

        definitions.profileGone("fleet/b");
        assertThat(definitions.byCluster().get("b").config()).isNull();
    }

    @Test
    void theFirstOfTwoSecretsCountsAndTheOtherIsNamedOnce(CapturedOutput output) {
        String message = "Two Secrets are for one member cluster, the second is ignored; secret=member-b cluster=a";
        definitions.secret(TestSecrets.member("member-b", "a", "1", Map.of("edgewise.dev/cost", "2")));
        definitions.secret(TestSecrets.member("member-a", "a", "2", Map.of("edgewise.dev/cost", "1")));
        for (String version : new String[] {"3", "4", "5"}) {
            definitions.secret(TestSecrets.member("member-c", "c", version, Map.of()));
            assertThat(definitions.byCluster().get("a").settings().cost()).isEqualTo(1);
        }
        assertThat(output.getAll()).containsOnlyOnce(message);

        definitions.secretGone("member-a");
        assertThat(definitions.byCluster().get("a").settings().cost()).isEqualTo(2);
        definitions.secret(TestSecrets.member("member-a", "a", "6", Map.of()));
        definitions.byCluster();
        // The message parts the output in three where it is there twice.
        assertThat(output.getAll().split(Pattern.quote(message), -1)).hasSize(3);
    }

    @Test
    void anAnnotationThatCannotBeReadLeavesTheConnectionAndIsLoggedOnce(CapturedOutput output) {
        definitions.secret(TestSecrets.member("member-a", "a", "1", Map.of("edgewise.dev/cost", "1.5")));
        MemberDefinition before = definitions.byCluster().get("a");
        for (String version : new String[] {"2", "3"}) {
            definitions.secret(TestSecrets.member("member-a", "a", version, Map.of("edgewise.dev/cost", "1,5")));
        }

        MemberDefinition after = definitions.byCluster().get("a");
        assertThat(after.hasSameConnection(before)).isTrue();
        assertThat(after.config()).isNotNull();
        assertThat(after.settings().cost()).isEqualTo(1.5);
        assertThat(after.refusal()).startsWith("metadata.annotations[edgewise.dev/cost] is 1,5");
        assertThat(output.getAll())
                .containsOnlyOnce(
                        "Annotations of a member's Secret cannot be read; secret=member-a cluster=a cause=metadata");
    }

    /** The cost of another member says nothing of this one. */
    @Test
    void aSecretThatIsForAnotherMemberNowKeepsNothing() {
        definitions.secret(TestSecrets.member("member-a", "a", "1", Map.of("edgewise.dev/cost", "1.5")));

        definitions.secret(TestSecrets.member("member-a", "b", "2", Map.of("edgewise.dev/cost", "1,5")));

        assertThat(definitions.byCluster()).containsOnlyKeys("b");
        assertThat(definitions.byCluster().get("b").settings().cost()).isNaN();
    }

    @Test
    void secretsForgetTogether() {
        definitions.secret(TestSecrets.member("member-a", "a", "1", Map.of("edgewise.dev/forget", "u, v")));
        definitions.secret(TestSecrets.member("member-b", "a", "2", Map.of("edgewise.dev/forget", "w")));
        definitions.secret(TestSecrets.member("member-c", "c", "3", Map.of()));

        assertThat(definitions.forgotten()).isEqualTo(Map.of("a", Set.of("u", "v", "w")));
    }

    private static JsonNode profile(String server) throws Exception {
        return new ObjectMapper()
                .readTree("{\"status\": {\"accessProviders\": [{\"cluster\": {\"server\": \"" + server + "\"}}]}}");
    }
}
