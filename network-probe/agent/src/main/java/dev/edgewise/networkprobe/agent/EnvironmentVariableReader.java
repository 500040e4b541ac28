package dev.edgewise.networkprobe.agent;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads settings from environment variables, and collects what is wrong with them: one message for each. */
final class EnvironmentVariableReader {
    private static final Pattern WHOLE_NUMBER = Pattern.compile("[-+]?[0-9]{1,9}");
    private static final Pattern NODE_NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    private final Map<String, String> variables;
    private final List<String> faults = new ArrayList<>();

    EnvironmentVariableReader(Map<String, String> variables) {
        this.variables = variables;
    }

    /** Problems of the settings that were read so far. */
    List<String> faults() {
        return faults;
    }

    String nodeName(String variable) {
        String value = variables.getOrDefault(variable, "");
        if (!NODE_NAME.matcher(value).matches()) {
            fault(variable, value, "it must be the node's name in Kubernetes (the downward API's spec.nodeName)");
        }
        return value;
    }

    int number(String variable, int otherwise, int least, int most) {
        String value = variables.getOrDefault(variable, "");
        if (value.isBlank()) {
            return otherwise;
        }
        int number = WHOLE_NUMBER.matcher(value).matches() ? Integer.parseInt(value) : Integer.MIN_VALUE;
        if (number >= least && number <= most) {
            return number;
        }
        fault(variable, value, "it must be a whole number from " + least + " to " + most);
        return otherwise;
    }

    /** Requires different ports for two servers of a process. */
    void apart(String first, int firstPort, String second, int secondPort) {
        if (firstPort == secondPort) {
            fault(second, Integer.toString(secondPort), "it must be another port than " + first + ", " + firstPort);
        }
    }

    URI url(String variable) {
        String value = variables.getOrDefault(variable, "");
        try {
            URI url = new URI(value);
            boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            boolean reachable = url.getHost() != null && url.getPort() != 0 && url.getPort() <= AgentSettings.LAST_PORT;
            if (http && reachable && url.getQuery() == null && url.getFragment() == null) {
                return url;
            }
        } catch (URISyntaxException e) {
            // Reported below, as for a URL of another kind.
        }
        fault(
                variable,
                value,
                "it must be an http or https URL, such as http://network-probe:8080, its port from 1 to "
                        + AgentSettings.LAST_PORT);
        return URI.create("http://invalid");
    }

    @Nullable
    Path file(String variable) {
        String value = variables.getOrDefault(variable, "");
        return value.isBlank() ? null : Path.of(value);
    }

    private void fault(String variable, String value, String allowed) {
        faults.add(variable + (value.isBlank() ? " is not set: " : " is \"" + value + "\": ") + allowed);
    }
}
