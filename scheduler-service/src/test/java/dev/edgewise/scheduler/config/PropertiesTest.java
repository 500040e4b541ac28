package dev.edgewise.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.scheduler.delay.DelayRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class PropertiesTest {
    @Test
    void defaults() {
        QueueProperties queue = bind(QueueProperties.class, Map.of());
        assertThat(queue)
                .isEqualTo(new QueueProperties(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofMinutes(5)));
        assertThat(bind(BindProperties.class, Map.of())).isEqualTo(new BindProperties(16));
        assertThat(bind(VolumeProperties.class, Map.of())).isEqualTo(new VolumeProperties(Duration.ofMinutes(10), 8));
        assertThat(bind(DecisionsProperties.class, Map.of()))
                .isEqualTo(new DecisionsProperties(10_000, DataSize.ofMegabytes(16)));
        assertThat(bind(DelayProperties.class, Map.of()).rules()).isEqualTo(DelayRules.DEFAULT);
        assertThat(bind(ProfileProperties.class, Map.of()).profiles()).isEmpty();
    }

    @Test
    void profiles() {
        ProfileProperties properties = bind(
                ProfileProperties.class,
                Map.of(
                        "edgewise.scheduler.profiles.near.filters", "NodeName,Delay",
                        "edgewise.scheduler.profiles.near.scores.Delay", "2.5"));

        assertThat(properties.profiles())
                .containsEntry(
                        "near",
                        new ProfileProperties.Definition("", List.of("NodeName", "Delay"), Map.of("Delay", 2.5), null));
    }

    @Test
    void aProfileLikeAnother() {
        ProfileProperties properties = bind(
                ProfileProperties.class,
                Map.of(
                        "edgewise.scheduler.profiles.default-scheduler.like", "stock",
                        "edgewise.scheduler.profiles.default-scheduler.enough", "7"));

        assertThat(properties.profiles())
                .containsEntry("default-scheduler", new ProfileProperties.Definition("stock", List.of(), Map.of(), 7));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "queue.initial-backoff   | 0s  | edgewise.scheduler.queue.initial-backoff is PT0S: it must be above 0, such as 1s",
                "queue.unschedulable-for | -1s | edgewise.scheduler.queue.unschedulable-for is PT-1S: it must be above 0, such as 1s",
                "queue.max-backoff       | 1ms | edgewise.scheduler.queue.max-backoff is PT0.001S: it must be at least initial-backoff, PT1S",
                "bind.concurrency        | 0   | edgewise.scheduler.bind.concurrency is 0: it must be from 1 to 256",
                "delay.max-loss          | 2   | edgewise.scheduler.delay.max-loss is 2.0: it must be a share from 0 to 1",
                "delay.p95-samples       | 0   | edgewise.scheduler.delay.p95-samples is 0: it must be from 1 to 10000",
                "delay.p99-samples       | -1  | edgewise.scheduler.delay.p99-samples is -1: it must be from 1 to 10000",
                "delay.max-age           | -1s | edgewise.scheduler.delay.max-age is PT-1S: it must be 0s for any age, or above, such as 1d",
                "volumes.bind-timeout    | 0s  | edgewise.scheduler.volumes.bind-timeout is PT0S: it must be above 0, such as 1s",
                "volumes.most-waiting    | 0   | edgewise.scheduler.volumes.most-waiting is 0: it must be from 1 to 256",
                "decisions.kept          | 0   | edgewise.scheduler.decisions.kept is 0: it must be from 1 to 200000",
                "decisions.shared-size   | 2GB | edgewise.scheduler.decisions.shared-size is 2147483648B: it must be from 64KB to 1GB",
            })
    void wrongValuesAreNamed(String property, String value, String message) {
        Map<String, String> values = Map.of("edgewise.scheduler." + property, value == null ? "" : value);
        Class<?> type =
                switch (property.substring(0, property.indexOf('.'))) {
                    case "queue" -> QueueProperties.class;
                    case "delay" -> DelayProperties.class;
                    case "bind" -> BindProperties.class;
                    case "volumes" -> VolumeProperties.class;
                    default -> DecisionsProperties.class;
                };
        assertThatThrownBy(() -> bind(type, values)).rootCause().hasMessage(message);
    }

    @Test
    void podsThatWaitForVolumesLeaveThreadsToOthers() {
        VolumeProperties volumes =
                bind(VolumeProperties.class, Map.of("edgewise.scheduler.volumes.most-waiting", "16"));

        assertThatThrownBy(() -> VolumesConfiguration.requireRoomForOthers(volumes, new BindProperties(16)))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("edgewise.scheduler.volumes.most-waiting is 16: it must be below"
                        + " edgewise.scheduler.bind.concurrency, 16, or pods that wait for volumes could keep all others"
                        + " from being bound.");
        VolumesConfiguration.requireRoomForOthers(volumes, new BindProperties(17));
    }

    private static <T> T bind(Class<T> type, Map<String, String> values) {
        String prefix = type.getAnnotation(ConfigurationProperties.class).value();
        return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate(prefix, Bindable.of(type));
    }
}
