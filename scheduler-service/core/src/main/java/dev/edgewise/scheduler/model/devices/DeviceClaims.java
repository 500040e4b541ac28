package dev.edgewise.scheduler.model.devices;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.devices.ResourceClaim.Key;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * All claims to devices of the cluster at one moment. Immutable: each change gives a new one that shares the rest.
 *
 * @param served whether the API server knows claims at all
 * @param claims every claim
 * @param extended of the claims those that kube-scheduler made for extended resources, by the pod's uid
 * @param classes the extended resource that each DeviceClass serves, by the name of the class; empty for none
 */
public record DeviceClaims(
        boolean served, PMap<Key, ResourceClaim> claims, PMap<String, Key> extended, PMap<String, String> classes) {
    public static final DeviceClaims NONE =
            new DeviceClaims(true, HashTreePMap.empty(), HashTreePMap.empty(), HashTreePMap.empty());
    public static final FactKey<DeviceClaims> FACT = FactKey.of("devices", NONE);

    /** Every class serves a resource of this name, followed by its own, too. */
    private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/";

    public @Nullable ResourceClaim claim(Key key) {
        return claims.get(key);
    }

    /** The claims whose devices will not become usable any more, at that moment. */
    public Set<Key> lost(Instant now) {
        return claims.values().stream()
                .filter(claim ->
                        claim.allocation() != null && claim.allocation().isLost(now))
                .map(ResourceClaim::key)
                .collect(Collectors.toSet());
    }

    /** The claim that kube-scheduler made for the extended resources of the pod, or null. */
    public @Nullable Key extendedOf(String pod) {
        return extended.get(pod);
    }

    /** The DeviceClass that serves an extended resource, or null. */
    public @Nullable String classOf(String resource) {
        if (resource.startsWith(IMPLICIT)) {
            String name = resource.substring(IMPLICIT.length());
            return classes.containsKey(name) ? name : null;
        }
        for (Map.Entry<String, String> entry : classes.entrySet()) {
            if (entry.getValue().equals(resource)) {
                return entry.getKey();
            }
        }
        return null;
    }

    public DeviceClaims served(boolean whether) {
        return served == whether ? this : new DeviceClaims(whether, claims, extended, classes);
    }

    /** Takes in a claim; what changed may be nothing that matters. */
    public DeviceClaims with(ResourceClaim claim) {
        if (claim.equals(claims.get(claim.key()))) {
            return this;
        }
        DeviceClaims rest = without(claim.key());
        PMap<String, Key> special =
                claim.extended() ? rest.extended.plus(claim.ownerPod(), claim.key()) : rest.extended;
        return new DeviceClaims(served, rest.claims.plus(claim.key(), claim), special, classes);
    }

    public DeviceClaims without(Key key) {
        ResourceClaim known = claims.get(key);
        if (known == null) {
            return this;
        }
        return new DeviceClaims(
                served, claims.minus(key), known.extended() ? extended.minus(known.ownerPod()) : extended, classes);
    }

    /** @param resource the extended resource that the class serves; empty for none */
    public DeviceClaims withClass(String name, String resource) {
        return resource.equals(classes.get(name))
                ? this
                : new DeviceClaims(served, claims, extended, classes.plus(name, resource));
    }

    public DeviceClaims withoutClass(String name) {
        return new DeviceClaims(served, claims, extended, classes.minus(name));
    }
}
