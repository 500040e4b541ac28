package dev.edgewise.sandbox.run;

import java.util.ArrayList;
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

    /**
     * Returns the services with the user's settings, which replace those of the scenario.
     *
     * @throws SandboxException if a setting is of a service that is not among them
     */
    static List<ScenarioService> with(List<ServiceSetting> wanted, List<ScenarioService> services) {
        for (ServiceSetting setting : wanted) {
            if (services.stream().noneMatch(each -> each.service().equals(setting.service()))) {
                throw SandboxException.input("--setting " + setting.key() + ": this scenario does not run "
                        + setting.service() + "; allowed: " + ServiceSetting.allowedFor(services));
            }
        }
        return services.stream().map(each -> each.with(wanted)).toList();
    }

    private ScenarioService with(List<ServiceSetting> wanted) {
        List<String> changed = new ArrayList<>(settings);
        for (ServiceSetting setting : wanted) {
            if (setting.service().equals(service)) {
                changed.removeIf(setting::isSetBy);
                changed.add(setting.argument());
            }
        }
        return new ScenarioService(service, changed);
    }
}
