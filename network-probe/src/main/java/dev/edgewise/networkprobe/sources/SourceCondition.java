package dev.edgewise.networkprobe.sources;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether one of the sources of {@link ConditionalOnRttSource} is in use. */
final class SourceCondition implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Map<String, Object> attributes = metadata.getAnnotationAttributes(ConditionalOnRttSource.class.getName());
        Set<Source> inUse = SourcesProperties.of(context.getEnvironment()).inUse();
        return attributes != null
                && Arrays.stream((Source[]) attributes.get("value")).anyMatch(inUse::contains);
    }
}
