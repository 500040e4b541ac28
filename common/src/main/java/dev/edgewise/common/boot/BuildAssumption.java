package dev.edgewise.common.boot;

import org.springframework.core.env.Environment;

/**
 * What the build takes for granted of a service's settings when it works out which beans there are: one for each condition of the service's own
 * on a bean, named in {@code META-INF/spring.factories}.
 */
public interface BuildAssumption {
    /** The property that the condition looks at. */
    String property();

    /** Whether the condition comes out as at the build; an exception, as for a value that is not allowed, says no. */
    boolean holds(Environment environment);
}
