package dev.edgewise.sandbox.run;

import java.util.List;

/**
 * A service that a scenario runs.
 *
 * @param service such as {@code scheduler-service}
 * @param settings as on its command line
 */
record ScenarioService(String service, List<String> settings) {
    ScenarioService {
        settings = List.copyOf(settings);
    }
}
