package dev.edgewise.kubernetes.autoconfigure;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.kubernetes.access.AccessCheck;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Checks at the start that the cluster's roles allow what the parts of the service need. */
@AutoConfiguration(after = {WatchAutoConfiguration.class, LeadershipAutoConfiguration.class})
public class AccessAutoConfiguration {
    @Bean
    LifecyclePhase accessCheckPhase(
            ObjectProvider<RequiredAccess> required,
            ObjectProvider<SecurityProperties> security,
            ObjectProvider<ApiServerTransport> server,
            ObjectProvider<ApiServerClient> api,
            Retries retries,
            KubernetesProperties properties,
            @Value("${spring.application.name}") String service) {
        Runnable check = () -> {
            // Without a web interface there are no callers to review.
            Stream<RequiredAccess> reviews = security.stream()
                    .filter(SecurityProperties::reviewsTokens)
                    .map(reviewing -> RequiredAccess.reviewing());
            List<Permission> needed = Stream.concat(required.orderedStream(), reviews)
                    .flatMap(part -> part.permissions().stream())
                    .distinct()
                    .toList();
            if (!needed.isEmpty()) {
                new StartupAccessCheck(
                                () -> new AccessCheck(api.getObject(), retries, service), needed, server::getObject)
                        .run(properties.accessCheck());
            }
        };
        return new LifecyclePhase(LifecyclePhase.ACCESS, check, () -> {});
    }
}
