package dev.edgewise.embedded.store;

import java.util.List;

/**
 * One kind of object that the API serves.
 *
 * @param group API group; empty for core
 * @param hasStatus whether {@code /status} is a subresource, so that plain writes leave the status alone
 */
public record ResourceType(
        String group,
        String version,
        String plural,
        String kind,
        boolean namespaced,
        boolean hasStatus,
        List<String> shortNames) {

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Name in messages: {@code pods}, {@code deployments.apps}. */
    public String qualified() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    /** Key of this type's objects in the store: the versions of a group and both kinds of event share one place. */
    public String storageKey() {
        return plural.equals("events") ? "events" : qualified();
    }

    public boolean is(String group, String plural) {
        return this.group.equals(group) && this.plural.equals(plural);
    }

    public boolean isPod() {
        return is("", "pods");
    }
}
