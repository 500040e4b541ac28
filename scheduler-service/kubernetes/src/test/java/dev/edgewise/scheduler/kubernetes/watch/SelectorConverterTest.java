package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Requirement.Operator;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorConverterTest {
    private static final LabelSelector WEB = LabelSelector.of(List.of(Requirement.in("app", "web")));

    @Test
    void readsLabelsAndExpressions() {
        assertThat(SelectorConverter.convert(Yaml.read(Service.class, "spec: {selector: {app: web}}")))
                .isEqualTo(WEB);
        assertThat(SelectorConverter.convert(
                        Yaml.read(ReplicationController.class, "spec: {replicas: 1, selector: {app: web}}")))
                .isEqualTo(WEB);
        assertThat(SelectorConverter.convert(
                        Yaml.read(StatefulSet.class, "spec: {selector: {matchLabels: {app: web}}}")))
                .isEqualTo(WEB);
        assertThat(SelectorConverter.convert(Yaml.read(
                        ReplicaSet.class,
                        "spec: {replicas: 2, selector: {matchExpressions: [{key: app, operator: Exists}]}}")))
                .isEqualTo(LabelSelector.of(List.of(new Requirement("app", Operator.EXISTS, List.of()))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"metadata: {name: a}", "spec: {}", "spec: {selector: {}}"})
    void aServiceWithoutSelectorSelectsNothing(String service) {
        assertThat(SelectorConverter.convert(Yaml.read(Service.class, service))).isEqualTo(LabelSelector.NOTHING);
    }

    @Test
    void whatIsScaledToNothingSelectsNothing() {
        String spec = "spec: {replicas: 0, selector: {matchLabels: {app: web}}}";
        assertThat(SelectorConverter.convert(Yaml.read(ReplicaSet.class, spec))).isEqualTo(LabelSelector.NOTHING);
        assertThat(SelectorConverter.convert(Yaml.read(StatefulSet.class, spec)))
                .isEqualTo(LabelSelector.NOTHING);
        assertThat(SelectorConverter.convert(
                        Yaml.read(ReplicationController.class, "spec: {replicas: 0, selector: {app: web}}")))
                .isEqualTo(LabelSelector.NOTHING);
    }
}
