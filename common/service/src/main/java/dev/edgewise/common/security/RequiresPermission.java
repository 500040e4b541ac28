package dev.edgewise.common.security;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The permission in the cluster that a caller of this controller method needs. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface RequiresPermission {
    /** Verb as in roles: {@code get}, {@code list}, {@code update}, {@code delete}, {@code create}. */
    String verb();

    /** {@code resource} or {@code resource/subresource}. */
    String resource();

    /** API group of the resource; empty for the core group. */
    String group() default "edgewise.dev";

    /** Whether it must be allowed in the whole cluster, not only in the service's namespace. */
    boolean everywhere() default false;
}
