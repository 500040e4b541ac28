package dev.edgewise.networkprobe.sources;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Condition that {@code edgewise.network-probe.sources} names one of these. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(ConditionalOnRttSource.InUse.class)
public @interface ConditionalOnRttSource {
    RttSourceKind[] value();

    /** Decides whether one of the sources is in use. */
    final class InUse implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            Map<String, Object> attributes = metadata.getAnnotationAttributes(ConditionalOnRttSource.class.getName());
            Set<RttSourceKind> inUse =
                    SourcesProperties.of(context.getEnvironment()).inUse();
            return attributes != null
                    && Arrays.stream((RttSourceKind[]) attributes.get("value")).anyMatch(inUse::contains);
        }
    }
}
