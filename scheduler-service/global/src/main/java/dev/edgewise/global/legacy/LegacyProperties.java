package dev.edgewise.global.legacy;

import dev.edgewise.common.Require;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the prototype's paths.
 *
 * @param namespace namespace of requests whose form names no project, workspace or user
 */
@ConfigurationProperties("edgewise.global.legacy")
record LegacyProperties(@DefaultValue("default") String namespace) {
    LegacyProperties {
        Require.that(!namespace.isBlank(), "edgewise.global.legacy.namespace", namespace, "the name of a namespace");
    }
}
