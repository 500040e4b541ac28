package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.networkprobe.kubernetes.NetworkProbeAccess.Rule;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Names at the start what the cluster's roles do not let this service do: without it agents and callers would only hear that it is not ready. */
final class AccessCheck {
    private static final Logger log = LoggerFactory.getLogger(AccessCheck.class);

    private final KubernetesClient client;

    AccessCheck(KubernetesClient client) {
        this.client = client;
    }

    /** Logs what is missing. An API server that does not answer is waited for by whoever needs it. */
    void run(List<Rule> needed) {
        try {
            List<String> missing = missing(needed);
            if (!missing.isEmpty()) {
                log.error(
                        "Missing permission to {}. Grant it to the user of the kubeconfig, or to the pod's service account:"
                                + " see deploy/kubernetes/base/network-probe/access.yaml",
                        String.join(", ", missing));
            }
        } catch (KubernetesClientException e) {
            log.warn("Permissions cannot be checked now: {}", e.getMessage());
        }
    }

    /** The verbs and resources that are not allowed. */
    List<String> missing(List<Rule> needed) {
        List<String> missing = new ArrayList<>();
        for (Rule rule : needed) {
            for (String verb : rule.verbs()) {
                if (!isAllowed(rule, verb)) {
                    String group = rule.group().isEmpty() ? "" : "." + rule.group();
                    String where = rule.namespace() == null ? "" : " in namespace " + rule.namespace();
                    missing.add(verb + " " + rule.resource() + group + where);
                }
            }
        }
        return missing;
    }

    private boolean isAllowed(Rule rule, String verb) {
        SelfSubjectAccessReview question = new SelfSubjectAccessReviewBuilder()
                .withNewSpec()
                .withNewResourceAttributes()
                .withGroup(rule.group())
                .withResource(rule.resource())
                .withVerb(verb)
                .withNamespace(rule.namespace())
                .endResourceAttributes()
                .endSpec()
                .build();
        SelfSubjectAccessReview answer = client.resource(question).create();
        return answer.getStatus() == null
                || Boolean.TRUE.equals(answer.getStatus().getAllowed());
    }
}
