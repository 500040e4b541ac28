package dev.edgewise.energy.sources;

import java.util.Map;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Decides whether the source of {@link ConditionalOnEnergySource} is in use. */
final class SourceCondition implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Map<String, Object> attributes = metadata.getAnnotationAttributes(ConditionalOnEnergySource.class.getName());
        return attributes != null
                && attributes.get("value") instanceof EnergySourceKind source
                && SourcesProperties.of(context.getEnvironment()).inUse().contains(source);
    }
}
