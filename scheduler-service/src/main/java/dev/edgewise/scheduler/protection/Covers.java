package dev.edgewise.scheduler.protection;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** What each node stands in for. Immutable. */
public final class Covers {
    private final ProtectionRules rules;
    private final PMap<String, Cover> byBackup;

    private Covers(ProtectionRules rules, PMap<String, Cover> byBackup) {
        this.rules = rules;
        this.byBackup = byBackup;
    }

    /** @param rules which pods are protected, and against what */
    public static Covers none(ProtectionRules rules) {
        return new Covers(rules, HashTreePMap.empty());
    }

    /** Which pods are protected, and against what. */
    public ProtectionRules rules() {
        return rules;
    }

    /** Of one node; null if it stands in for none. */
    public @Nullable Cover find(String backup) {
        return byBackup.get(backup);
    }

    /** The same, with nothing in it if it stands in for none. */
    public Cover of(String backup) {
        Cover known = byBackup.get(backup);
        return known == null ? Cover.none(rules.failures()) : known;
    }

    /** The nodes that stand in for others. */
    public Set<String> backups() {
        return byBackup.keySet();
    }

    public Map<String, Cover> byBackup() {
        return byBackup;
    }

    /** These, with a pod on {@code home} that would go to {@code backup}. */
    public Covers with(String backup, String home, Demand demand) {
        return having(backup, of(backup).with(home, demand));
    }

    /** These without one that {@link #with} added. */
    public Covers without(String backup, String home, Demand demand) {
        return having(backup, of(backup).without(home, demand));
    }

    private Covers having(String backup, Cover cover) {
        return new Covers(rules, cover.isNone() ? byBackup.minus(backup) : byBackup.plus(backup, cover));
    }
}
