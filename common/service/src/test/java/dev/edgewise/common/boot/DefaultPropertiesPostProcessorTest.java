package dev.edgewise.common.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.testkit.RepositoryFiles;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.mock.env.MockEnvironment;

class DefaultPropertiesPostProcessorTest {
    /** Settings that all services share are defaults. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "energy-adapter/src/main/resources/application.properties",
                "function-offloader/src/main/resources/application.properties",
                "network-probe/src/main/resources/application.properties",
                "reward-monitor/src/main/resources/application.properties",
                "scheduler-service/app/src/main/resources/application.yaml"
            })
    void noServiceRepeatsADefault(String file) throws IOException {
        MockEnvironment defaults = new MockEnvironment();
        new DefaultPropertiesPostProcessor().postProcessEnvironment(defaults, new SpringApplication());
        PropertySourceLoader loader =
                file.endsWith(".yaml") ? new YamlPropertySourceLoader() : new PropertiesPropertySourceLoader();

        EnumerablePropertySource<?> own =
                (EnumerablePropertySource<?>) loader.load(file, new FileSystemResource(RepositoryFiles.file(file)))
                        .get(0);
        assertThat(List.of(own.getPropertyNames())).isNotEmpty().noneMatch(name -> String.valueOf(own.getProperty(name))
                .equals(defaults.getProperty(name)));
        for (String shared : List.of("logging.level.org.apache.catalina", "server.tomcat.connection-timeout")) {
            assertThat(defaults.containsProperty(shared)).as(shared).isTrue();
            assertThat(own.containsProperty(shared)).as(shared).isFalse();
        }
    }
}
