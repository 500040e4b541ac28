package dev.edgewise.networkprobe.access;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a caller must be allowed to do in the cluster, to call this method of a controller. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Needs {
    /** As in roles: {@code update}, {@code delete}, {@code create}. */
    String verb();

    /** Of the group {@code edgewise.dev}, in the service's namespace; {@code resource} or {@code resource/subresource}. */
    String resource();
}
