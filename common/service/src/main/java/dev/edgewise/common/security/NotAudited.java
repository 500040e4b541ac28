package dev.edgewise.common.security;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A controller method whose calls the audit log leaves out. It has all others that are no {@code GET}, unless one says
 * {@link AuditLog#leaveOut()}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface NotAudited {
    /** The reason, for readers: such calls change nothing, or report what was measured, thousands a minute. */
    String because();
}
