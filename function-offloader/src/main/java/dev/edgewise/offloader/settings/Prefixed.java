package dev.edgewise.offloader.settings;

import java.util.function.Supplier;

/** Names a wrong value as its user wrote it, where what checks it does not know its property. */
final class Prefixed {
    private Prefixed() {}

    static <T> T check(String prefix, Supplier<T> checked) {
        try {
            return checked.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(prefix + e.getMessage());
        }
    }
}
