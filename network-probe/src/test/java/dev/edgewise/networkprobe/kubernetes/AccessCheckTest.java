package dev.edgewise.networkprobe.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.kubernetes.NetworkProbeAccess.Rule;
import dev.edgewise.networkprobe.sources.Source;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AccessCheckTest {
    private static final String REVIEWS = "selfsubjectaccessreviews";

    private static final List<Rule> AGENTS = new NeededAccess(Set.of(Source.AGENTS), true, "").rules("edgewise");

    @AutoClose
    private final FakeApi api = new FakeApi();

    private void answers(boolean allowed) {
        api.answers.put(
                REVIEWS,
                "{\"kind\":\"SelfSubjectAccessReview\",\"apiVersion\":\"authorization.k8s.io/v1\",\"spec\":{},\"status\":{\"allowed\":"
                        + allowed + "}}");
    }

    @Test
    void whatIsNotAllowedIsNamed() {
        answers(false);

        assertThat(new AccessCheck(api.client).missing(AGENTS))
                .containsExactly(
                        "list nodes",
                        "watch nodes",
                        "list pods in namespace edgewise",
                        "watch pods in namespace edgewise",
                        "create tokenreviews.authentication.k8s.io",
                        "create subjectaccessreviews.authorization.k8s.io");
        assertThat(api.asked.get(REVIEWS)).contains("\"resource\":\"subjectaccessreviews\"", "\"verb\":\"create\"");
    }

    @Test
    void nothingIsMissingWhereAllIsAllowed() {
        answers(true);

        assertThat(new AccessCheck(api.client).missing(AGENTS)).isEmpty();
    }

    @Test
    void anApiServerThatCannotSayStopsNobody() {
        api.refuses(REVIEWS);

        new AccessCheck(api.client).run(AGENTS);
        assertThat(api.asked).containsKey(REVIEWS);
    }

    @Test
    void filesNeedReviewsUnlessCallersNeedNoToken() {
        answers(false);
        NeededAccess files = new NeededAccess(Set.of(Source.STATIC), true, "");

        assertThat(new AccessCheck(api.client).missing(files.rules("edgewise")))
                .containsExactly(
                        "create tokenreviews.authentication.k8s.io",
                        "create subjectaccessreviews.authorization.k8s.io");
        assertThat(files.isNone()).isFalse();
        assertThat(new NeededAccess(Set.of(Source.STATIC), false, "").isNone()).isTrue();
    }

    @Test
    void goldpingerNeedsItsPodsAndNodesAndAgents() {
        answers(false);

        assertThat(new AccessCheck(api.client)
                        .missing(new NeededAccess(Set.of(Source.GOLDPINGER), false, "monitoring").rules("edgewise")))
                .containsExactly(
                        "list nodes",
                        "watch nodes",
                        "list pods in namespace edgewise",
                        "watch pods in namespace edgewise",
                        "list pods in namespace monitoring");
        assertThat(new NeededAccess(Set.of(Source.GOLDPINGER), false, "").rules("edgewise"))
                .contains(new Rule("", "pods", List.of("list"), null));
    }
}
