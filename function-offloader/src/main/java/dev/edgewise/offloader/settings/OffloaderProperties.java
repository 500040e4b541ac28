package dev.edgewise.offloader.settings;

import dev.edgewise.common.LabelSelector;
import dev.edgewise.common.Require;
import dev.edgewise.offloader.policies.Policy;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the pods that are moved, the policy, and the interval of rounds.
 *
 * @param interval time from one round to the next [100ms to 10m]
 * @param policy which pods leave which nodes [greedy, zones, faashouse, edgewise]
 * @param dryRun whether rounds only plan, and never reserve, evict or write events; the manifests set {@code true}
 *     [boolean]
 * @param namespaces namespaces of the candidates; empty: all but {@code kube-system} [list]
 * @param selector labels of the candidates, as kubectl takes them; sets, too [label selector]
 * @param delayViolations which pods are moved when their delay needs are broken [all, functions, none]
 * @param delayMargin how many times its bound a delay must be for a move [1 to 10]
 * @param leaveQuarantine whether functions leave nodes that are in quarantine for their type [boolean]
 * @param schedulerProfile profile of simulations; empty: each pod's own [profile]
 * @param moveTimeout how long room is reserved and a replacement awaited [10s to 1h, whole seconds]
 */
@ConfigurationProperties("edgewise.function-offloader")
public record OffloaderProperties(
        @DefaultValue("10s") Duration interval,
        @DefaultValue("edgewise") String policy,
        @DefaultValue("false") boolean dryRun,
        @DefaultValue List<String> namespaces,
        @DefaultValue("faas_function") String selector,
        @DefaultValue("all") DelayViolationPolicy delayViolations,
        @DefaultValue("1.1") double delayMargin,
        @DefaultValue("true") boolean leaveQuarantine,
        @DefaultValue("") String schedulerProfile,
        @DefaultValue("2m") Duration moveTimeout) {
    static final String PREFIX = "edgewise.function-offloader.";

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    public OffloaderProperties {
        namespaces = List.copyOf(namespaces);
        Require.within(PREFIX + "interval", interval, SHORTEST, LONGEST);
        Require.that(Policy.find(policy).isPresent(), PREFIX + "policy", policy, Policy.allowed());
        Require.that(
                moveTimeout.toSeconds() >= 10 && moveTimeout.toSeconds() <= 3_600 && moveTimeout.getNano() == 0,
                PREFIX + "move-timeout",
                moveTimeout,
                "whole seconds in 10s..1h");
        Require.that(
                namespaces.stream().noneMatch(String::isBlank),
                PREFIX + "namespaces",
                namespaces,
                "names of namespaces, or empty for all but kube-system");
        Require.that(
                delayMargin >= 1 && delayMargin <= 10, PREFIX + "delay-margin", delayMargin, "a number from 1 to 10");
        PropertyErrorPrefixer.check(PREFIX, () -> new LabelSelector(selector));
    }

    /** The policy of that name. */
    public Policy chosen() {
        return Policy.find(policy).orElseThrow();
    }
}
