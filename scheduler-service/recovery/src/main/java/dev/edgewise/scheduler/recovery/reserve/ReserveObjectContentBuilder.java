package dev.edgewise.scheduler.recovery.reserve;

import dev.edgewise.common.TruncatedText;
import dev.edgewise.scheduler.plugins.recovery.ReserveWriter.Content;
import dev.edgewise.scheduler.state.protection.BackupReserveObject;
import dev.edgewise.scheduler.state.protection.NodeBackups;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Composes the contents of the objects that show the reserves of nodes. */
final class ReserveObjectContentBuilder {
    private static final String PREFIX = "backup-";
    private static final int LONGEST_NAME = 253;
    /** The length to which a name that is too long is cut, before a hash of it. */
    private static final int LONGEST_BEGINNING = 220;
    /** A definition admits 256. */
    private static final int LONGEST_REASON = 250;

    private static final int MOST_NAMED = 3;
    private static final int LONGEST_NOTICE = 500;

    private ReserveObjectContentBuilder() {}

    static Content of(String node, NodeBackups cover) {
        return new Content(name(node), node, cover.reserve(), reason(cover));
    }

    /** Unlike that of any other node. */
    static String name(String node) {
        String name = PREFIX + node;
        return name.length() <= LONGEST_NAME
                ? name
                : name.substring(0, LONGEST_BEGINNING) + "x" + Integer.toHexString(node.hashCode());
    }

    private static String reason(NodeBackups cover) {
        int all = cover.byHome().size();
        StringBuilder reason = new StringBuilder("recovery: stands in for ");
        Iterator<String> homes = first(cover.byHome().keySet()).iterator();
        int named = 0;
        while (homes.hasNext() && named < MOST_NAMED) {
            reason.append(named++ == 0 ? "" : ", ").append(homes.next());
        }
        String text = all == named ? reason.toString() : reason + " and " + (all - named) + " more";
        return text.length() <= LONGEST_REASON ? text : "recovery: stands in for " + all + " nodes";
    }

    /** Returns the first homes by name. */
    private static Set<String> first(Set<String> homes) {
        TreeSet<String> first = new TreeSet<>();
        for (String home : homes) {
            if (first.size() < MOST_NAMED || home.compareTo(first.last()) < 0) {
                first.add(home);
            }
            if (first.size() > MOST_NAMED) {
                first.pollLast();
            }
        }
        return first;
    }

    static boolean isPublished(BackupReserveObject known, Content content) {
        return known.problem() == null
                && known.keeps().quantities().equals(content.keeps().quantities());
    }

    /** Says what is wrong with the amounts of the object, and what they must be. */
    static String correction(BackupReserveObject known, Content content) {
        if (known.problem() != null) {
            return TruncatedText.of(known.problem() + ": corrected", LONGEST_NOTICE);
        }
        Map<String, String> said = known.keeps().quantities();
        Map<String, String> needed = content.keeps().quantities();
        Set<String> names = new TreeSet<>(said.keySet());
        names.addAll(needed.keySet());
        StringBuilder differences = new StringBuilder();
        for (String name : names) {
            String was = said.getOrDefault(name, "0");
            String must = needed.getOrDefault(name, "0");
            if (!was.equals(must)) {
                differences
                        .append(differences.isEmpty() ? "" : ", ")
                        .append("spec.resources.")
                        .append(name)
                        .append(" was ")
                        .append(was)
                        .append(" and must be ")
                        .append(must);
            }
        }
        return TruncatedText.of(differences + ": corrected", LONGEST_NOTICE);
    }
}
