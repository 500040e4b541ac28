package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KubernetesBinderIT extends SchedulerClusterIT {
    private KubernetesBinder binder;

    @BeforeEach
    void nodesAndBinder() {
        client.resource(KubernetesObjects.node("n1")).create();
        client.resource(KubernetesObjects.node("n2")).create();
        binder = binder(api, "us");
    }

    @Test
    void binds() throws BindException {
        binder.bind(created("p").assignedTo("n1"));
        assertThat(nodeOf("p")).isEqualTo("n1");
    }

    @Test
    void leavesItsNameAtThePod() throws BindException {
        binder.bind(created("p").assignedTo("n1"));
        assertThat(client.pods()
                        .inNamespace("default")
                        .withName("p")
                        .get()
                        .getMetadata()
                        .getAnnotations())
                .containsEntry("edgewise.dev/bound-by", "us");
    }

    @Test
    void leavesTheReservationAtThePodThatTakesIt() throws BindException {
        binder.bind(created("p").assignedTo("n1").taking("r1"));
        assertThat(client.pods()
                        .inNamespace("default")
                        .withName("p")
                        .get()
                        .getMetadata()
                        .getAnnotations())
                .containsEntry("edgewise.dev/reservation", "r1");
    }

    @Test
    void leavesTheSlotAtThePodThatTakesIt() throws BindException {
        binder.bind(created("p").assignedTo("n1").bound("edgewise.dev/slot", "t/0/3"));
        assertThat(client.pods()
                        .inNamespace("default")
                        .withName("p")
                        .get()
                        .getMetadata()
                        .getAnnotations())
                .containsEntry("edgewise.dev/slot", "t/0/3")
                .doesNotContainKey("edgewise.dev/reservation");
    }

    @Test
    void whatAnotherBoundToTheSameNodeIsNotOurs() throws BindException {
        Pod pod = created("p").assignedTo("n1");
        binder(api, "them").bind(pod);
        refused(() -> binder.bind(pod), Cause.OBSOLETE, "the pod is bound to n1 by them");
    }

    @Test
    void bindingTwiceSucceeds() throws BindException {
        Pod pod = created("p").assignedTo("n1");
        binder.bind(pod);
        binder.bind(pod);
        assertThat(nodeOf("p")).isEqualTo("n1");
    }

    @Test
    void aPodBoundElsewhereStaysThere() throws BindException {
        Pod pod = created("p");
        binder.bind(pod.assignedTo("n1"));
        refused(() -> binder.bind(pod.assignedTo("n2")), Cause.OBSOLETE, "the pod is bound to n1 by us");
        assertThat(nodeOf("p")).isEqualTo("n1");
    }

    @Test
    void aPodThatIsGoneIsObsolete() {
        Pod pod = created("p");
        client.pods().inNamespace("default").withName("p").withGracePeriod(0).delete();
        refused(() -> binder.bind(pod.assignedTo("n1")), Cause.OBSOLETE, "404");
    }

    @Test
    void aLaterPodOfTheSameNameIsNotBound() {
        Pod pod = created("p");
        client.pods().inNamespace("default").withName("p").withGracePeriod(0).delete();
        created("p");
        refused(() -> binder.bind(pod.assignedTo("n1")), Cause.OBSOLETE, "another pod has its name now");
        assertThat(nodeOf("p")).isNull();
    }

    @Test
    void aLostAnswerIsSettledByAskingThePod() throws BindException {
        Pod pod = created("p");
        kubernetes.loseNextAnswer("POST", "/binding");
        binder.bind(pod.assignedTo("n1"));
        assertThat(nodeOf("p")).isEqualTo("n1");
    }

    @Test
    void aFailureWithoutEffectIsUnavailable() {
        Pod pod = created("p");
        kubernetes.failNext("POST", "/binding", 500, 1);
        refused(() -> binder.bind(pod.assignedTo("n1")), Cause.UNAVAILABLE, "the pod is not bound");
        kubernetes.failNext("POST", "/binding", 429, 1);
        refused(() -> binder.bind(pod.assignedTo("n1")), Cause.UNAVAILABLE, "429");
    }

    /** Nothing else would bring the pod back to the queue. */
    @Test
    void aPodThatIsThereAlthoughTheServerDoesNotKnowItIsTriedAgain() {
        Pod pod = created("p");
        kubernetes.failNext("POST", "/binding", 404, 1);
        refused(() -> binder.bind(pod.assignedTo("n1")), Cause.UNAVAILABLE, "the pod is not bound");
    }

    @Test
    void aRefusalIsToldAsSuch() {
        Pod pod = created("p");
        kubernetes.deny("create", "pods/binding");
        refused(() -> binder.bind(pod.assignedTo("n1")), Cause.REFUSED, "403");
        kubernetes.allow("create", "pods/binding");
        kubernetes.failNext("POST", "/binding", 422, 1);
        refused(() -> binder.bind(pod.assignedTo("n1")), Cause.REFUSED, "422");
    }

    @Test
    void anApiServerThatDoesNotAnswerIsUnavailable() {
        Pod pod = created("p");
        kubernetes.latency(Duration.ofSeconds(2));
        var impatient = binder(new ApiServerClient(server, Duration.ofMillis(50)), "us");
        refused(() -> impatient.bind(pod.assignedTo("n1")), Cause.UNAVAILABLE, "no answer");
        kubernetes.stop();
        refused(() -> binder.bind(pod.assignedTo("n1")), Cause.UNAVAILABLE, "no answer");
    }

    private KubernetesBinder binder(ApiServerClient api, String name) {
        return new KubernetesBinder(api, retries, new BindingsInFlight(), name, WriteGate.ALWAYS_OPEN);
    }

    private String nodeOf(String pod) {
        return actual(pod).getSpec().getNodeName();
    }

    private static void refused(ThrowingCallable bind, Cause cause, String message) {
        assertThatThrownBy(bind)
                .isInstanceOfSatisfying(BindException.class, problem -> assertThat(problem.kind())
                        .isEqualTo(cause))
                .hasMessageContaining(message);
    }
}
