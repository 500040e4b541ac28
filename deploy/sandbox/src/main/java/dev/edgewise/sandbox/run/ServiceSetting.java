package dev.edgewise.sandbox.run;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A property that the user gives to a service.
 *
 * @param service such as {@code scheduler-service}
 * @param key such as {@code edgewise.scheduler.bind.concurrency}
 * @param value as it stands behind the first equals sign
 */
public record ServiceSetting(String service, String key, String value) {
    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9][A-Za-z0-9_.\\[\\]-]*)=(.*)", Pattern.DOTALL);
    private static final Map<String, String> PREFIXES = new TreeMap<>(Map.of(
            "energy-adapter", "edgewise.energy-adapter.",
            "function-offloader", "edgewise.function-offloader.",
            "global-scheduler", "edgewise.global.",
            "network-probe", "edgewise.network-probe.",
            "reward-monitor", "edgewise.reward-monitor.",
            "scheduler-service", "edgewise.scheduler."));

    /** The form of a setting, for people. */
    public static final String ALLOWED =
            "KEY=VALUE with a property of a service, which begins with " + String.join(", ", PREFIXES.values());

    /**
     * Returns the setting that a text such as {@code edgewise.scheduler.bind.concurrency=4} stands for; null if it has
     * another form.
     */
    public static @Nullable ServiceSetting parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        String key = parts.group(1);
        return PREFIXES.entrySet().stream()
                .filter(entry -> key.startsWith(entry.getValue())
                        && key.length() > entry.getValue().length())
                .findFirst()
                .map(entry -> new ServiceSetting(entry.getKey(), key, parts.group(2)))
                .orElse(null);
    }

    /** Returns the properties that services take, for people. */
    static String allowedFor(Iterable<ScenarioService> services) {
        Map<String, String> prefixes = new TreeMap<>();
        services.forEach(each -> prefixes.put(each.service(), String.valueOf(PREFIXES.get(each.service()))));
        return prefixes.entrySet().stream()
                .map(entry -> entry.getValue() + "… of " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    /** Whether an argument of a command line, such as {@code --edgewise.a.b=1}, gives a value to the same property. */
    boolean isSetBy(String argument) {
        int end = argument.indexOf('=');
        return plain(end < 0 ? argument : argument.substring(0, end)).equals(plain(key));
    }

    String argument() {
        return "--" + key + "=" + value;
    }

    /** Spring takes {@code max-age} and {@code maxAge} for one name. */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9\\[\\].]", "");
    }
}
