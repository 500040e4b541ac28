package dev.edgewise.sandbox.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the user.
 *
 * @param home the repository
 * @param scenario what is run
 * @param kubeconfig the cluster to use; null for an embedded API
 * @param nodes how many simulated nodes, the cloud node included; null for 31, or for all rows of {@code rtt}
 * @param rtt the delay matrix to use; null for a generated topology
 * @param manifests the directory of the workloads to apply
 * @param minutes how long scenarios run that have an end of their own; null for their own time
 * @param every after how many seconds levels change places; null for 20
 * @param kills how often function-offloader and scheduler-service are killed each
 * @param kubeScheduler a stock kube-scheduler that decides instead of scheduler-service, with its extender; null for
 *     none
 * @param properties settings of services, which replace those of the scenario
 * @param export the directory for CSV files of the run; null for none
 * @param seed decides everything that is random
 * @param timeout how long everything may take until all pods are decided
 * @param once whether to end after the table
 * @param live whether standard error is a terminal that can be redrawn
 */
public record Settings(
        Path home,
        Scenarios scenario,
        @Nullable Path kubeconfig,
        @Nullable Integer nodes,
        @Nullable Path rtt,
        Path manifests,
        @Nullable Integer minutes,
        @Nullable Integer every,
        int kills,
        @Nullable Path kubeScheduler,
        List<ServiceSetting> properties,
        @Nullable Path export,
        long seed,
        Duration timeout,
        boolean once,
        boolean live) {
    public Settings {
        properties = List.copyOf(properties);
    }

    /** Whether the user has given settings to the service. */
    boolean hasPropertiesOf(String service) {
        return properties.stream().anyMatch(each -> each.service().equals(service));
    }
}
