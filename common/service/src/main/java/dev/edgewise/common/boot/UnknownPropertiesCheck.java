package dev.edgewise.common.boot;

import dev.edgewise.common.DidYouMean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Fails the start at an {@code edgewise.*} property that the service does not know. One of the process's environment
 * may be meant for another program: it causes a warning, unless it gives a value to what is a group of properties.
 */
final class UnknownPropertiesCheck {
    private static final Logger LOG = LoggerFactory.getLogger(UnknownPropertiesCheck.class);
    private static final Set<String> SHARED = Set.of(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
    /** Variables that Kubernetes sets in a pod for the Services of its namespace. */
    private static final Pattern SERVICE_LINK = Pattern.compile(".*\\.(service\\.(host|port.*)|port(\\..*)?)");

    private final KnownProperties known;

    UnknownPropertiesCheck(KnownProperties known) {
        this.known = known;
    }

    /** @throws InvalidConfigurationException naming each with its origin, and what was probably meant */
    void check(ConfigurableEnvironment environment) {
        List<String> unknown = new ArrayList<>();
        Set<String> remedies = new TreeSet<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            boolean shared = SHARED.contains(source.getName());
            for (String name : unknown(source)) {
                if (shared && known.of(name).isEmpty()) {
                    LOG.warn(
                            "Ignored what is not a property of this service; property={} remedy={}",
                            name,
                            remedy(name));
                } else {
                    unknown.add(name + " (" + source.getName() + ")");
                    remedies.add(remedy(name));
                }
            }
        }
        if (!unknown.isEmpty()) {
            throw new InvalidConfigurationException(
                    "Not a property of this service: " + String.join(", ", unknown) + ".", String.join(" ", remedies));
        }
    }

    private List<String> unknown(PropertySource<?> source) {
        return source instanceof EnumerablePropertySource<?> enumerable
                ? List.of(enumerable.getPropertyNames()).stream()
                        .filter(name -> isOurs(name) && !known.knows(name))
                        .toList()
                : List.of();
    }

    private boolean isOurs(String name) {
        String dotted = name.toLowerCase(Locale.ROOT).replace('_', '.');
        boolean variable = name.indexOf('.') < 0;
        return dotted.startsWith("edgewise.")
                && (!variable
                        || known.isInGroup(name)
                                && !SERVICE_LINK.matcher(dotted).matches());
    }

    private String remedy(String name) {
        List<String> members = known.of(name);
        return DidYouMean.sentence(members.isEmpty() ? known.nearest(name) : members);
    }
}
