package dev.edgewise.networkprobe.sources;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Only there if {@code edgewise.network-probe.sources} names one of these. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(SourceCondition.class)
public @interface ConditionalOnRttSource {
    Source[] value();
}
