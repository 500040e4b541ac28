package dev.edgewise.kubernetes.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.boot.DefaultPropertiesPostProcessor;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.cloud.commons.util.InetUtils;
import org.springframework.mock.env.MockEnvironment;

/** Defaults that name types of Spring Cloud, which may move. */
class SpringCloudDefaultsTest {
    /** Spring Cloud logs an error if a network of the node goes while a service starts. */
    @Test
    void theSearchForAnAddressThatNobodyUsesIsSilent() {
        MockEnvironment environment = new MockEnvironment();
        new DefaultPropertiesPostProcessor().postProcessEnvironment(environment, new SpringApplication());
        assertThat(environment.getProperty("logging.level." + InetUtils.class.getName()))
                .isEqualTo("OFF");
    }
}
