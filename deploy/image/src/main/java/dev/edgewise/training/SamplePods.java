package dev.edgewise.training;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/** The kinds of pods that come. Most have a delay need, as in production; one of each hundred fits nowhere. */
final class SamplePods {
    private SamplePods() {}

    /** The pod with this number in its burst. */
    static Pod pod(String name, int number, List<String> nodes) {
        String app = "app-" + number % 20;
        boolean stock = number % 10 == 9;
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .addToLabels("app", app)
                .addToLabels(stock ? Map.of() : Map.of("delay_" + nodes.get(number % nodes.size()), "20"))
                .endMetadata()
                .withSpec(spec(number, stock ? "stock" : "edgewise", app))
                .build();
    }

    private static PodSpec spec(int number, String scheduler, String app) {
        PodSpecBuilder spec = new PodSpecBuilder()
                .withSchedulerName(scheduler)
                .withTerminationGracePeriodSeconds(0L)
                .addNewContainer()
                .withName("main")
                .withImage("app:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity(number % 100 == 99 ? "100" : "100m"))
                .addToRequests("memory", new Quantity("128Mi"))
                .endResources()
                .endContainer();
        switch (number % 20) {
            case 1 ->
                spec.addNewToleration().withKey("edge").withOperator("Exists").endToleration();
            case 2 -> spread(spec, app);
            case 3 -> keepApart(spec, app);
            default -> {}
        }
        return spec.build();
    }

    private static void spread(PodSpecBuilder spec, String app) {
        spec.addNewTopologySpreadConstraint()
                .withMaxSkew(5)
                .withTopologyKey("topology.kubernetes.io/zone")
                .withWhenUnsatisfiable("ScheduleAnyway")
                .withLabelSelector(labelled(app))
                .endTopologySpreadConstraint();
    }

    private static void keepApart(PodSpecBuilder spec, String app) {
        spec.withNewAffinity()
                .withNewPodAntiAffinity()
                .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                .withWeight(10)
                .withNewPodAffinityTerm()
                .withTopologyKey("kubernetes.io/hostname")
                .withLabelSelector(labelled(app))
                .endPodAffinityTerm()
                .endPreferredDuringSchedulingIgnoredDuringExecution()
                .endPodAntiAffinity()
                .endAffinity();
    }

    private static LabelSelector labelled(String app) {
        return new LabelSelectorBuilder().addToMatchLabels("app", app).build();
    }
}
