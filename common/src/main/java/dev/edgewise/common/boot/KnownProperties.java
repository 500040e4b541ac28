package dev.edgewise.common.boot;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** The properties that a service knows: those of its configuration records. Spelled in any of the ways that Spring allows. */
final class KnownProperties {
    /** A name is near to another if one letter of four differs, and two letters in any case. */
    private static final int LETTERS_PER_MISTAKE = 4;

    private static final int FEWEST_MISTAKES = 2;

    private final SortedSet<String> names = new TreeSet<>();
    private final Set<String> plain = new HashSet<>();
    /** Plain names below which the user chooses the names. */
    private final Set<String> open = new HashSet<>();

    /** @param records annotated by {@link ConfigurationProperties} */
    KnownProperties(Collection<Class<?>> records) {
        for (Class<?> type : records) {
            ConfigurationProperties annotation = type.getAnnotation(ConfigurationProperties.class);
            if (annotation != null) {
                add(annotation.value(), type);
            }
        }
    }

    /** All of them, as the guide writes them. */
    SortedSet<String> names() {
        return names;
    }

    boolean knows(String name) {
        String plainName = plain(name);
        return plain.contains(plainName) || open.stream().anyMatch(plainName::startsWith);
    }

    /** The known one that was probably meant. */
    Optional<String> nearest(String name) {
        String wanted = plain(name);
        int most = Math.max(FEWEST_MISTAKES, wanted.length() / LETTERS_PER_MISTAKE);
        return names.stream()
                .min(Comparator.comparingInt(known -> distance(wanted, plain(known))))
                .filter(known -> distance(wanted, plain(known)) <= most);
    }

    private void add(String prefix, Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null) {
            open.add(plain(prefix));
            return;
        }
        for (RecordComponent component : components) {
            String name = prefix + '.' + dashed(component.getName());
            if (component.getType().isRecord()) {
                add(name, component.getType());
                continue;
            }
            names.add(name);
            plain.add(plain(name));
            if (Map.class.isAssignableFrom(component.getType())
                    || Collection.class.isAssignableFrom(component.getType())) {
                open.add(plain(name));
            }
        }
    }

    /** {@code edgewise.scheduler.bind.concurrency} and {@code EDGEWISE_SCHEDULER_BIND_CONCURRENCY} are the same. */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    private static String dashed(String camelCase) {
        return camelCase.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** Levenshtein's: how many letters have to be put in, taken out or exchanged. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int exchanged = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(exchanged, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
