package dev.edgewise.common.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;

/** Settings as they are read from a file. */
public final class TestProperties {
    private TestProperties() {}

    /**
     * @param type a record of settings
     * @param values by whole name
     */
    public static <T> T bind(Class<T> type, Map<String, String> values) {
        return new Binder(
                        List.of(new MapConfigurationPropertySource(values)),
                        null,
                        ApplicationConversionService.getSharedInstance())
                .bindOrCreate(prefix(type), Bindable.of(type));
    }

    /**
     * Asserts that the value is refused, with a message that begins with the property's name and says what is allowed.
     */
    public static void assertRefused(Class<?> type, String property, String value, String message) {
        String name = prefix(type) + '.' + property;
        assertThatThrownBy(() -> bind(type, Map.of(name, value))).rootCause().hasMessage(name + " is " + message);
    }

    private static String prefix(Class<?> type) {
        return type.getAnnotation(ConfigurationProperties.class).value();
    }
}
