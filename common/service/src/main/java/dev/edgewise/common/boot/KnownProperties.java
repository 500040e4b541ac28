package dev.edgewise.common.boot;

import dev.edgewise.common.DidYouMean;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.ResolvableType;

/**
 * The properties that a service knows: those of its configuration records, spelled in any of the ways that Spring
 * allows.
 */
final class KnownProperties {
    /** Stands for the index of each element of a list: {@code [0]}, or {@code _0} in a variable. */
    private static final String ELEMENT = "[N]";

    /** Stands for each key of a map of records. */
    private static final String KEY = ".NAME";

    private static final Pattern INDEX = Pattern.compile("\\[\\d+]|_\\d+(?=_|$)");

    /** The names as documents write them, by their plain form. */
    private final Map<String, String> names = new TreeMap<>();
    /** Plain names below which the user chooses the names. */
    private final Set<String> open = new HashSet<>();
    /** Names of maps of records, of which the user chooses the keys. */
    private final List<ConfigurationPropertyName> mapsOfRecords = new ArrayList<>();
    /** Plain names of the elements of lists. */
    private final Set<String> elements = new HashSet<>();
    /** The properties of a record, by its plain prefix. */
    private final Map<String, List<String>> groups = new TreeMap<>();

    /** @param records annotated by {@link ConfigurationProperties} */
    KnownProperties(Collection<? extends Class<?>> records) {
        for (Class<?> type : records) {
            ConfigurationProperties annotation = type.getAnnotation(ConfigurationProperties.class);
            if (annotation != null && type.isRecord()) {
                add(annotation.value(), type);
            }
        }
    }

    boolean knows(String name) {
        String plain = plain(withoutKey(name));
        return names.containsKey(plain)
                || elements.contains(plain)
                || open.stream().anyMatch(plain::startsWith)
                || isVariable(name) && mapsOfRecords.stream().anyMatch(map -> plain.startsWith(plain(map.toString())));
    }

    private static boolean isVariable(String name) {
        return name.indexOf('.') < 0;
    }

    /**
     * Replaces the key of a map of records by {@value #KEY}. In a variable, the key cannot be told from what follows
     * it.
     */
    private String withoutKey(String name) {
        if (isVariable(name)) {
            return name;
        }
        ConfigurationPropertyName typed = ConfigurationPropertyName.adapt(name, '.');
        for (ConfigurationPropertyName map : mapsOfRecords) {
            int key = map.getNumberOfElements();
            if (map.isAncestorOf(typed)) {
                return typed.getNumberOfElements() == key + 1
                        ? map.toString()
                        : map + KEY + '.' + typed.subName(key + 1);
            }
        }
        return name;
    }

    /** Whether the name begins as those of a group do. */
    boolean isInGroup(String name) {
        return groups.keySet().stream()
                .anyMatch(group -> !group.equals("edgewise") && plain(name).startsWith(group));
    }

    /** The properties of the group of that name; empty if it is not the name of a group. */
    List<String> of(String group) {
        return groups.getOrDefault(plain(group), List.of());
    }

    /** Names that share the most letters with this one, at the beginning and the end. */
    List<String> nearest(String name) {
        return DidYouMean.alike(plain(withoutKey(name)), names.keySet()).stream()
                .map(names::get)
                .filter(Objects::nonNull)
                .toList();
    }

    private void add(String prefix, Class<?> type) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + '.' + DataObjectPropertyName.toDashedForm(component.getName());
            if (component.getType().isRecord()) {
                add(name, component.getType());
                continue;
            }
            names.put(plain(name), name);
            groups.computeIfAbsent(plain(prefix), key -> new ArrayList<>()).add(name);
            if (Map.class.isAssignableFrom(component.getType())) {
                addValues(name, ResolvableType.forType(component.getGenericType()));
            } else if (Collection.class.isAssignableFrom(component.getType())) {
                addElements(name + ELEMENT, ResolvableType.forType(component.getGenericType()));
            }
        }
    }

    private void addValues(String name, ResolvableType map) {
        Class<?> value = map.getGeneric(1).toClass();
        if (value.isRecord()) {
            mapsOfRecords.add(ConfigurationPropertyName.of(name));
            add(name + KEY, value);
        } else {
            open.add(plain(name));
        }
    }

    private void addElements(String name, ResolvableType list) {
        Class<?> element = list.getGeneric().toClass();
        if (element.isRecord()) {
            add(name, element);
        } else {
            elements.add(plain(name));
        }
    }

    /**
     * {@code edgewise.scheduler.bind.concurrency} and {@code EDGEWISE_SCHEDULER_BIND_CONCURRENCY} are the same, and so
     * are all elements of a list.
     */
    static String plain(String name) {
        return INDEX.matcher(name).replaceAll(ELEMENT).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
