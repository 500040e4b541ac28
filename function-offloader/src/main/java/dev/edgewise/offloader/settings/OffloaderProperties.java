package dev.edgewise.offloader.settings;

import dev.edgewise.common.LabelSelector;
import dev.edgewise.common.Require;
import dev.edgewise.offloader.policies.Policy;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which pods are moved, by which policy, and how often plans are made.
 *
 * @param interval from the end of one round to the begin of the next, 100ms..10m
 * @param policy greedy, zones, faashouse or edgewise
 * @param dryRun whether rounds plan and never move a pod
 * @param namespaces whose pods are looked after; empty for all but kube-system
 * @param selector of the labels that pods have which policies move
 * @param delayViolations which pods are moved when their delay needs are broken
 * @param delayMargin how many times its bound a delay must be for a move, 1..10: what wanders around the bound stays
 * @param leaveQuarantine whether functions leave nodes that are in quarantine for their type
 * @param schedulerProfile that the scheduler is asked with; empty for each pod's own
 * @param moveTimeout how long room is kept on a target, and a replacement awaited; whole seconds, 10s..1h
 */
@ConfigurationProperties("edgewise.function-offloader")
public record OffloaderProperties(
        @DefaultValue("10s") Duration interval,
        @DefaultValue("edgewise") String policy,
        @DefaultValue("false") boolean dryRun,
        @DefaultValue List<String> namespaces,
        @DefaultValue("faas_function") String selector,
        @DefaultValue("all") DelayViolations delayViolations,
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
        Prefixed.check(PREFIX, () -> new LabelSelector(selector));
    }

    /** The policy of that name. */
    public Policy chosen() {
        return Policy.find(policy).orElseThrow();
    }
}
