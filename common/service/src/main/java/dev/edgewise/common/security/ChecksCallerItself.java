package dev.edgewise.common.security;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A controller method that checks its caller itself, because the permission depends on more than the method. All others
 * have {@link RequiresPermission}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ChecksCallerItself {
    /** The permission or token that the method checks, for readers. */
    String by();
}
