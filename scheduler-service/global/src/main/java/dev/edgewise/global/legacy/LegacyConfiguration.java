package dev.edgewise.global.legacy;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;

/** The paths of the prototype. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LegacyProperties.class)
class LegacyConfiguration {}
