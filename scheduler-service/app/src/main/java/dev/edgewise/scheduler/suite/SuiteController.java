package dev.edgewise.scheduler.suite;

import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.OnAnyReplica;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lists the installed services. */
@RestController
@OnAnyReplica(from = "the Services of the namespace")
class SuiteController {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final ObjectProvider<InstalledServices> suite;
    /** An API server that does not answer holds few of the threads that others need. */
    private final ConcurrencyLimit turns = new ConcurrencyLimit(4, "The services are being listed for others");

    SuiteController(ObjectProvider<InstalledServices> suite) {
        this.suite = suite;
    }

    /**
     * The installed services with their replicas, versions and health; readable with the right to list the namespace's
     * Services.
     */
    @GetMapping("/api/v1/suite")
    @RequiresPermission(verb = "list", group = "", resource = "services")
    SuiteResponse list() {
        try {
            return turns.take(() -> suite.getObject().get());
        } catch (KubernetesClientException e) {
            throw new BusyException("The Kubernetes API does not list the services: " + e.getMessage(), RETRY_AFTER);
        }
    }
}
