package dev.edgewise.offloader.settings;

import java.util.function.Supplier;

/** Completes the name of a wrong value with the prefix of its property, where the check does not know that. */
final class PropertyErrorPrefixer {
    private PropertyErrorPrefixer() {}

    static <T> T check(String prefix, Supplier<T> checked) {
        try {
            return checked.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(prefix + e.getMessage());
        }
    }
}
