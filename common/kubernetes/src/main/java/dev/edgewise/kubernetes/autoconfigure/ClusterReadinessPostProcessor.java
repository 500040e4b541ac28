package dev.edgewise.kubernetes.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.health.actuate.endpoint.AdditionalHealthEndpointPath;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroupsPostProcessor;
import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;

/**
 * Makes {@link ClusterSyncHealthIndicator} part of the readiness of each service that watches the cluster, whatever
 * else its own settings name.
 */
final class ClusterReadinessPostProcessor implements HealthEndpointGroupsPostProcessor {
    private static final String READINESS = "readiness";
    /** The contributor's name: Spring Boot leaves out the end of {@code clusterHealthIndicator}. */
    private static final String CLUSTER = "cluster";

    @Override
    public HealthEndpointGroups postProcessHealthEndpointGroups(HealthEndpointGroups groups) {
        Map<String, HealthEndpointGroup> all = new LinkedHashMap<>();
        for (String name : groups.getNames()) {
            HealthEndpointGroup group = groups.get(name);
            if (group != null) {
                all.put(name, name.equals(READINESS) ? new WithCluster(group) : group);
            }
        }
        return HealthEndpointGroups.of(groups.getPrimary(), all);
    }

    private record WithCluster(HealthEndpointGroup group) implements HealthEndpointGroup {
        @Override
        public boolean isMember(String name) {
            return name.equals(CLUSTER) || group.isMember(name);
        }

        @Override
        public boolean showComponents(SecurityContext context) {
            return group.showComponents(context);
        }

        @Override
        public boolean showDetails(SecurityContext context) {
            return group.showDetails(context);
        }

        @Override
        public StatusAggregator getStatusAggregator() {
            return group.getStatusAggregator();
        }

        @Override
        public HttpCodeStatusMapper getHttpCodeStatusMapper() {
            return group.getHttpCodeStatusMapper();
        }

        @Override
        public @Nullable AdditionalHealthEndpointPath getAdditionalPath() {
            return group.getAdditionalPath();
        }
    }
}
