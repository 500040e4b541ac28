package dev.edgewise.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.testkit.FreePorts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The members of the scenario of global scheduling: an edge that is full, a near edge that answers slowly, a cloud, and
 * one that is away.
 */
final class GlobalMembers {
    /** The member whose address does not answer. */
    static final String AWAY = "away";

    private static final List<MemberCluster.Plan> PLANS = List.of(
            new MemberCluster.Plan("edge", "edge", 2, 4, 4, Map.of("near", 15, "cloud", 80), Duration.ZERO),
            new MemberCluster.Plan(
                    "near", "near-edge", 3, 4, 1, Map.of("edge", 15, "cloud", 65), Duration.ofMillis(250)),
            new MemberCluster.Plan("cloud", "cloud", 2, 32, 0, Map.of("edge", 80, "near", 65), Duration.ZERO));
    private static final Duration KNOWN_WITHIN = Duration.ofSeconds(240);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final StartedSandbox stage;
    private final List<MemberCluster> members;

    private GlobalMembers(StartedSandbox stage, List<MemberCluster> members) {
        this.stage = stage;
        this.members = members;
    }

    /** Starts all at once, and creates the Secrets by which they are known. */
    static GlobalMembers start(StartedSandbox stage) throws IOException {
        List<CompletableFuture<MemberCluster>> starts = new ArrayList<>();
        for (MemberCluster.Plan plan : PLANS) {
            Progress.Step step = stage.progress().step("cluster " + plan.name());
            starts.add(BackgroundTask.call(() -> {
                MemberCluster member =
                        stage.closer().add(new MemberCluster(plan, stage.work().file(plan.name() + ".kubeconfig")));
                member.populate(stage.settings().seed());
                step.done(text(plan));
                return member;
            }));
        }
        GlobalMembers all = new GlobalMembers(
                stage, starts.stream().map(CompletableFuture::join).toList());
        for (MemberCluster member : all.members) {
            all.register(member.plan(), member.kubeconfig());
        }
        MemberCluster.Plan away = new MemberCluster.Plan(AWAY, "near-edge", 0, 0, 0, Map.of(), Duration.ZERO);
        String nowhere =
                all.members.get(0).kubeconfig().replaceAll("http://[^\\s]+", "http://127.0.0.1:" + FreePorts.find());
        all.register(away, nowhere);
        return all;
    }

    private static String text(MemberCluster.Plan plan) {
        String nodes = plan.nodes() + " nodes of " + plan.cores() + " CPU";
        String full = plan.usedCores() == plan.cores() ? ", full" : "";
        String slow = plan.answersAfter().isZero()
                ? ""
                : ", answers " + plan.answersAfter().toMillis() + " ms late";
        return nodes + full + slow;
    }

    private void register(MemberCluster.Plan plan, String kubeconfig) {
        String delays = new TreeMap<>(plan.delays())
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(","));
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withName("member-" + plan.name())
                .withNamespace(DiscoverableServices.NAMESPACE)
                .addToLabels(GlobalRequestObjectNames.CLUSTER_LABEL, plan.name())
                .addToAnnotations(GlobalRequestObjectNames.LOCATION_ANNOTATION, plan.location())
                .addToAnnotations(GlobalRequestObjectNames.DELAYS_ANNOTATION, delays)
                .addToAnnotations(GlobalRequestObjectNames.NAMESPACES_ANNOTATION, "default")
                .endMetadata()
                .addToData(
                        "kubeconfig", Base64.getEncoder().encodeToString(kubeconfig.getBytes(StandardCharsets.UTF_8)))
                .build();
        stage.running().cluster().client().resource(secret).create();
    }

    /** Waits until the service has asked all of them: those that run answer, and the other one is known to be away. */
    void awaitKnown(URI service) throws InterruptedException {
        Progress.Step step = stage.progress().step("members");
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < KNOWN_WITHIN.toNanos()) {
            Map<String, JsonNode> known = new TreeMap<>();
            ServiceHttpClient.items(service, "/api/v1/clusters")
                    .forEach(cluster -> known.put(cluster.path("name").asText(), cluster));
            long reachable = members.stream()
                    .filter(member -> hasCapacity(known.get(member.plan().name())))
                    .count();
            JsonNode away = known.get(AWAY);
            if (reachable == members.size()
                    && away != null
                    && !away.path("problem").asText("").isEmpty()) {
                step.done(reachable + " answer, " + AWAY + " does not");
                return;
            }
            step.update(reachable + " of " + members.size() + " answer");
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
        step.failed("not all are known");
        throw SandboxException.failure("GET " + service + "/api/v1/clusters does not show the members within "
                + KNOWN_WITHIN.toSeconds() + " s");
    }

    private static boolean hasCapacity(@Nullable JsonNode cluster) {
        return cluster != null && cluster.path("capacity").isObject();
    }

    /** Returns what requests have in each member now, read from the members themselves. */
    Map<String, List<HasMetadata>> ofRequests() {
        Map<String, List<HasMetadata>> all = new TreeMap<>();
        members.forEach(member -> all.put(member.plan().name(), member.ofRequests()));
        return all;
    }
}
