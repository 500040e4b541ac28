package dev.edgewise.embedded.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Effect of one write on one object: created it ({@code before} is null), changed it, or removed it. */
public record Change(long version, @Nullable StoredObject before, @Nullable StoredObject after) {
    /** The object as it is now, or as it was when it went. */
    public StoredObject subject() {
        return Objects.requireNonNull(after != null ? after : before);
    }
}
