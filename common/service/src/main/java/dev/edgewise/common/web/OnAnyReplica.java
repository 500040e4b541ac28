package dev.edgewise.common.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A controller method that each replica can answer, leader or not, because it needs nothing that is in the leader's memory alone. All others have {@link OnLeader}. */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface OnAnyReplica {
    /** Where a replica that stands by has the answer from, for readers. */
    String from();
}
