package dev.edgewise.common.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A controller method that each replica can answer, leader or not, because it needs nothing that is in the leader's
 * memory alone. All others have {@link OnLeader}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface OnAnyReplica {
    /** Source of a standby's response, for readers of the code. */
    String from();
}
