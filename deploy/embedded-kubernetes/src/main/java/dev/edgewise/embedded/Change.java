package dev.edgewise.embedded;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What one write did to one object: created it ({@code before} is null), changed it, or removed it. */
record Change(long version, @Nullable StoredObject before, @Nullable StoredObject after) {
    /** The object as it is now, or as it was when it went. */
    StoredObject subject() {
        return Objects.requireNonNull(after != null ? after : before);
    }
}
