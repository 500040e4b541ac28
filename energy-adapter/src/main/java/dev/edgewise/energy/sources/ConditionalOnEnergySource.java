package dev.edgewise.energy.sources;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Condition that {@code edgewise.energy-adapter.sources} names this source. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(SourceCondition.class)
public @interface ConditionalOnEnergySource {
    EnergySourceKind value();
}
