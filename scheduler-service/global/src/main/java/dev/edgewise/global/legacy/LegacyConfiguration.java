package dev.edgewise.global.legacy;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;

/** Binds the settings of the prototype's paths. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LegacyProperties.class)
class LegacyConfiguration {}
