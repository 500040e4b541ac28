package dev.edgewise.global.web;

import dev.edgewise.common.Require;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.global.model.RequestKey;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks texts of requests. Each exception names field, value and what is allowed. */
public final class RequestFieldValidator {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final String NAMES = "the name of a Kubernetes object: lower case letters, digits, '-' and '.'";
    private static final String LABELS = "the name of a namespace: at most 63 lower case letters, digits and '-'";
    private static final String CLUSTERS = "the name of a cluster: at most 63 lower case letters, digits and '-'";
    /** The length that the kind allows: names of anchors and labels have more characters. */
    private static final int LONGEST_REQUEST = 200;

    private static final int LONGEST_SHOWN = 100;

    private RequestFieldValidator() {}

    public static RequestKey key(@Nullable String namespace, @Nullable String name) {
        String checked = namespace(namespace);
        if (name == null || name.length() > LONGEST_REQUEST) {
            throw new InvalidInputException(
                    "name", shown(name), "a name of at most " + LONGEST_REQUEST + " characters");
        }
        return new RequestKey(checked, name("name", name));
    }

    static String namespace(@Nullable String given) {
        if (given == null || !LABEL.matcher(given).matches()) {
            throw new InvalidInputException("namespace", shown(given), LABELS);
        }
        return given;
    }

    static String labelOr(String field, @Nullable String given, String otherwise) {
        if (given == null || given.isEmpty()) {
            return otherwise;
        }
        if (!LABEL.matcher(given).matches()) {
            throw new InvalidInputException(field, shown(given), LABELS);
        }
        return given;
    }

    static String clusterOr(String field, @Nullable String given, String otherwise) {
        if (given == null || given.isEmpty()) {
            return otherwise;
        }
        if (!LABEL.matcher(given).matches()) {
            throw new InvalidInputException(field, shown(given), CLUSTERS);
        }
        return given;
    }

    static String name(String field, @Nullable String given) {
        if (given == null || !NAME.matcher(given).matches()) {
            throw new InvalidInputException(field, shown(given), NAMES);
        }
        return given;
    }

    static String nameOr(String field, @Nullable String given, String otherwise) {
        return given == null || given.isEmpty() ? otherwise : name(field, given);
    }

    static String text(String field, @Nullable String given, int longest) {
        if (given == null || given.isBlank() || given.length() > longest) {
            throw new InvalidInputException(field, shown(given), "a text of 1 to " + longest + " characters");
        }
        return given;
    }

    static String httpUrl(String field, String given) {
        try {
            Require.httpUrl(field, new URI(given), "https://hooks.example.org/edgewise");
            return given;
        } catch (URISyntaxException | IllegalArgumentException invalid) {
            throw new InvalidInputException(
                    field,
                    shown(given.replaceAll("//.*@", "//***@")),
                    "an http or https URL without user and password");
        }
    }

    static String shown(@Nullable String value) {
        if (value == null) {
            return "nothing";
        }
        return value.length() <= LONGEST_SHOWN ? value : value.substring(0, LONGEST_SHOWN) + "…";
    }
}
