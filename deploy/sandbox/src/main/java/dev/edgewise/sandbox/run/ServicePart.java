package dev.edgewise.sandbox.run;

import java.util.List;

/**
 * A service that a scenario runs.
 *
 * @param service such as {@code scheduler-service}
 * @param settings as on its command line
 */
record ServicePart(String service, List<String> settings) {
    ServicePart {
        settings = List.copyOf(settings);
    }
}
