package dev.edgewise.common.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Ends the start at an {@code edgewise.*} property that the service does not know. One of the process's environment, which
 * may be meant for someone else, is only told of.
 */
final class UnknownPropertiesCheck {
    private static final Logger LOG = LoggerFactory.getLogger(UnknownPropertiesCheck.class);
    private static final String OURS = "edgewise.";
    /** Each service is configured by its own element: one file may serve them all. */
    private static final Set<String> SERVICES =
            Set.of("scheduler", "network-probe", "energy-adapter", "function-offloader", "reward-monitor");

    private static final Set<String> SHARED = Set.of(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
    /** What Kubernetes tells a pod about the Services of its namespace. */
    private static final Pattern SERVICE_LINK = Pattern.compile(".*\\.(service\\.(host|port.*)|port(\\..*)?)");

    private final KnownProperties known;

    UnknownPropertiesCheck(KnownProperties known) {
        this.known = known;
    }

    /** @throws UnknownPropertyException naming each with its origin, and what was probably meant */
    void check(ConfigurableEnvironment environment) {
        List<String> unknown = new ArrayList<>();
        List<String> remedies = new ArrayList<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            boolean shared = SHARED.contains(source.getName());
            for (String name : unknown(source)) {
                if (shared) {
                    LOG.warn("{} is not a property of this service, and ignored. {}", name, remedy(name));
                } else {
                    unknown.add(name + " (" + source.getName() + ")");
                    remedies.add(remedy(name));
                }
            }
        }
        if (!unknown.isEmpty()) {
            throw new UnknownPropertyException(
                    "Not a property of this service: " + String.join(", ", unknown) + ".", String.join(" ", remedies));
        }
    }

    private List<String> unknown(PropertySource<?> source) {
        List<String> unknown = new ArrayList<>();
        if (source instanceof EnumerablePropertySource<?> enumerable) {
            for (String name : enumerable.getPropertyNames()) {
                if (isOurs(name) && !known.knows(name)) {
                    unknown.add(name);
                }
            }
        }
        return unknown;
    }

    private boolean isOurs(String name) {
        String dotted = name.toLowerCase(Locale.ROOT).replace('_', '.');
        if (!dotted.startsWith(OURS)) {
            return false;
        }
        boolean variable = name.indexOf('.') < 0;
        if (!variable) {
            return !isAnothers(dotted);
        }
        return isOfThisService(dotted) && !SERVICE_LINK.matcher(dotted).matches();
    }

    private boolean isAnothers(String dotted) {
        return SERVICES.stream().anyMatch(service -> dotted.startsWith(OURS + service + '.'))
                && !isOfThisService(dotted);
    }

    /** Whether a known name has the same second element. */
    private boolean isOfThisService(String dotted) {
        String element = dotted.split("\\.", -1)[1];
        return known.names().stream()
                .map(name -> name.split("\\.", -1)[1].replace("-", ""))
                .anyMatch(own -> own.equals(element.replace("-", "")));
    }

    private String remedy(String name) {
        List<String> below = known.names().stream()
                .filter(each -> each.startsWith(name + '.'))
                .toList();
        if (!below.isEmpty()) {
            return "There are: " + String.join(", ", below) + ".";
        }
        return known.nearest(name)
                .map(near -> "Did you mean " + near + "?")
                .orElseGet(() -> "Remove " + name + "; there are: " + String.join(", ", known.names()) + ".");
    }
}
