package dev.edgewise.scheduler.slots.web.external;

import dev.edgewise.common.Require;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the prototype's interface for schedulers outside the cluster.
 *
 * @param namespace namespace whose testbeds, jobs and Schedulings the prototype's interface ({@code /external}) serves
 */
@ConfigurationProperties("edgewise.scheduler.slots.external")
record ExternalInterfaceProperties(@DefaultValue("default") String namespace) {
    ExternalInterfaceProperties {
        Require.that(
                !namespace.isBlank(),
                "edgewise.scheduler.slots.external.namespace",
                namespace,
                "the name of a namespace");
    }
}
