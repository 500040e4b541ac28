package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.model.Taint.Effect;
import dev.edgewise.scheduler.model.Toleration;
import dev.edgewise.scheduler.model.Toleration.Operator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Taints and tolerations. */
final class TaintConverter {
    private static final Effect[] EFFECTS = {Effect.NO_SCHEDULE, Effect.PREFER_NO_SCHEDULE, Effect.NO_EXECUTE};

    private TaintConverter() {}

    static Taint taint(io.fabric8.kubernetes.api.model.Taint taint) {
        return new Taint(
                FieldReader.text("key", taint.getKey()),
                FieldReader.orElse(taint.getValue(), ""),
                effect(taint.getEffect()));
    }

    /**
     * Returns the tolerations without those that compare numbers: in 1.36 they are behind a gate that is off, and
     * tolerate nothing.
     */
    static List<Toleration> tolerations(@Nullable List<io.fabric8.kubernetes.api.model.Toleration> tolerations) {
        List<Toleration> understood = new ArrayList<>();
        FieldReader.each("tolerations", tolerations, each -> isComparison(each) || understood.add(toleration(each)));
        return understood;
    }

    private static boolean isComparison(io.fabric8.kubernetes.api.model.Toleration toleration) {
        return "Lt".equals(toleration.getOperator()) || "Gt".equals(toleration.getOperator());
    }

    private static Toleration toleration(io.fabric8.kubernetes.api.model.Toleration toleration) {
        Operator operator = operator(toleration.getOperator());
        String key = FieldReader.orElse(toleration.getKey(), "");
        if (key.isEmpty() && operator == Operator.EQUAL) {
            throw new InvalidObjectException("operator", toleration.getOperator(), "Exists when there is no key");
        }
        String effect = toleration.getEffect();
        return new Toleration(
                key,
                operator,
                FieldReader.orElse(toleration.getValue(), ""),
                effect == null || effect.isEmpty() ? null : effect(effect));
    }

    private static Operator operator(@Nullable String operator) {
        return FieldReader.oneOf("operator", FieldReader.orElse(operator, "Equal"), "Equal", "Exists") == 0
                ? Operator.EQUAL
                : Operator.EXISTS;
    }

    private static Effect effect(@Nullable String effect) {
        return EFFECTS[FieldReader.oneOf("effect", effect, "NoSchedule", "PreferNoSchedule", "NoExecute")];
    }
}
