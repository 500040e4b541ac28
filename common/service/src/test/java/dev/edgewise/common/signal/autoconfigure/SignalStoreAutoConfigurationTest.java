package dev.edgewise.common.signal.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.boot.DefaultPropertiesPostProcessor;
import dev.edgewise.common.boot.TimeAutoConfiguration;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.memory.InMemorySignalStores;
import dev.edgewise.common.signal.redis.RedisSignalStores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.mock.env.MockEnvironment;

class SignalStoreAutoConfigurationTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withInitializer(context -> new DefaultPropertiesPostProcessor()
                    .postProcessEnvironment(context.getEnvironment(), new SpringApplication()))
            .withConfiguration(AutoConfigurations.of(
                    TimeAutoConfiguration.class, SignalStoreAutoConfiguration.class, DataRedisAutoConfiguration.class));

    @Test
    void redisIsTheDefault() {
        runner.run(context -> assertThat(context).getBean(SignalStores.class).isInstanceOf(RedisSignalStores.class));
    }

    @Test
    void memoryIsForALaptop() {
        runner.withPropertyValues("edgewise.store=memory")
                .run(context ->
                        assertThat(context).getBean(SignalStores.class).isInstanceOf(InMemorySignalStores.class));
    }

    @Test
    void inMemoryRedisIsNotSetUpAtAll() {
        MockEnvironment environment = new MockEnvironment().withProperty("edgewise.store", "memory");

        new DefaultPropertiesPostProcessor().postProcessEnvironment(environment, new SpringApplication());

        assertThat(environment.getProperty("spring.autoconfigure.exclude"))
                .contains(DataRedisAutoConfiguration.class.getName());
    }

    @Test
    void anUnknownStoreIsNamedWithWhatIsAllowed() {
        MockEnvironment environment = new MockEnvironment().withProperty("edgewise.store", "disk");

        assertThatThrownBy(() -> new DefaultPropertiesPostProcessor()
                        .postProcessEnvironment(environment, new SpringApplication()))
                .hasMessageContaining("edgewise.store")
                .hasMessageContaining("disk")
                .hasMessageContaining("It must be redis or memory.");
    }

    @ParameterizedTest
    @CsvSource({"1ms, PT0.001S", "110000d, PT2640000H"})
    void aTimeoutThatCannotWorkIsNamed(String value, String name) {
        runner.withPropertyValues("spring.data.redis.timeout=" + value).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessage("spring.data.redis.timeout is " + name + ": it must be in 20ms..1m, such as 2s"));
    }

    @Test
    void defaultsGiveWayToEverythingElse() {
        MockEnvironment environment = new MockEnvironment().withProperty("spring.data.redis.timeout", "7s");

        new DefaultPropertiesPostProcessor().postProcessEnvironment(environment, new SpringApplication());

        assertThat(environment.getProperty("spring.data.redis.timeout")).isEqualTo("7s");
        assertThat(environment.getProperty("spring.data.redis.connect-timeout")).isEqualTo("1s");
    }
}
