package dev.edgewise.scheduler.spelling;

import dev.edgewise.common.DidYouMean;
import dev.edgewise.common.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares the labels, annotations and the {@code schedulerName} of pods with the words that Edgewise reads. Pods of
 * other schedulers are left alone. Costs an ordinary key a look at its first characters, and a pod with many
 * misspellings no more than one with {@value #MOST_FINDINGS}.
 */
public final class PodSpellingCheck {
    /** Maximum number of findings that fit into an event. */
    static final int MOST_FINDINGS = 5;
    /** Nodes and workloads are looked up for so many keys of one pod at most. */
    static final int MOST_LOOKUPS = 16;

    private static final int MOST_EDITS = 2;
    private static final int LONGEST_SHOWN = 80;
    private static final String OWN = Names.DOMAIN.substring(0, Names.DOMAIN.length() - 1);
    private static final String PRODUCT = OWN.substring(0, OWN.indexOf('.'));

    private final Set<String> profiles;
    private final BiPredicate<String, String> isReference;

    /**
     * Creates a check against the words that Edgewise reads.
     *
     * @param profiles names of all profiles
     * @param isReference whether a node, or a workload of the namespace, has that name; takes the namespace first
     */
    public PodSpellingCheck(Set<String> profiles, BiPredicate<String, String> isReference) {
        this.profiles = Set.copyOf(profiles);
        this.isReference = isReference;
    }

    /**
     * Returns the profile that a pod with that {@code schedulerName} is for, or was probably meant to be for; null if
     * it is for another scheduler.
     */
    public @Nullable String profile(String schedulerName) {
        return profiles.contains(schedulerName)
                ? schedulerName
                : DidYouMean.nearest(schedulerName, profiles, MOST_EDITS);
    }

    /**
     * Returns a sentence for the pod's author on each word that has no effect as it is spelt; null if there is none.
     */
    public @Nullable String problem(
            String namespace, String schedulerName, Map<String, String> labels, Map<String, String> annotations) {
        String profile = profile(schedulerName);
        if (profile == null) {
            return null;
        }
        List<String> found = new ArrayList<>(0);
        if (!profile.equals(schedulerName)) {
            found.add("schedulerName " + shown(schedulerName)
                    + " is not a profile of Edgewise, so nothing places the pod. "
                    + DidYouMean.sentence(List.of(profile)));
        }
        Predicate<String> references = new FewLookups(name -> isReference.test(namespace, name));
        labels.forEach((key, value) -> add(label(key, value, references), found));
        annotations.forEach((key, value) -> add(annotation(key, value, references), found));
        return found.isEmpty() ? null : String.join(" ", found);
    }

    private static void add(@Nullable String finding, List<String> found) {
        if (finding != null && found.size() < MOST_FINDINGS) {
            found.add(finding);
        }
    }

    private static @Nullable String label(String key, @Nullable String value, Predicate<String> references) {
        if (key.startsWith(Names.DELAY_LABEL_PREFIX)) {
            return null;
        }
        String delay = DelayLabelSpelling.meant(withoutOwn(key), value, references);
        if (delay != null) {
            return finding("Label", key, "", List.of(delay));
        }
        if (Names.POD_ANNOTATIONS.contains(key)) {
            return finding("Label", key, "annotation ", List.of(key));
        }
        return Names.POD_LABELS.contains(key) ? null : ofOurs("Label", key);
    }

    private static @Nullable String annotation(String key, @Nullable String value, Predicate<String> references) {
        if (Names.POD_ANNOTATIONS.contains(key)) {
            return null;
        }
        String delay = DelayLabelSpelling.meant(withoutOwn(key), value, references);
        return delay == null ? ofOurs("Annotation", key) : finding("Annotation", key, "label ", List.of(delay));
    }

    /** Judges a key with our prefix, or with one that is near it. */
    private static @Nullable String ofOurs(String kind, String key) {
        int slash = key.indexOf('/');
        if (slash <= 0 || key.startsWith(Names.SIMULATION_PREFIX)) {
            return null;
        }
        String domain = key.substring(0, slash).toLowerCase(Locale.ROOT);
        boolean near = DidYouMean.distance(domain, OWN, MOST_EDITS) <= MOST_EDITS;
        if (!near && !domain.startsWith(PRODUCT)) {
            return null;
        }
        String wanted = Names.DOMAIN + key.substring(slash + 1).toLowerCase(Locale.ROOT);
        String nearest = DidYouMean.nearest(wanted, Names.POD_ANNOTATIONS, MOST_EDITS + 1);
        if (nearest != null) {
            return finding(kind, key, kind.equals("Label") ? "annotation " : "", List.of(nearest));
        }
        return near ? finding(kind, key, "", Names.WRITTEN_ANNOTATIONS) : null;
    }

    /** @param other says what the meant one is, if it is not of the same kind, with a space behind it */
    private static String finding(String kind, String key, String other, List<String> meant) {
        List<String> words = meant.stream().map(word -> other + shown(word)).toList();
        return kind + " " + shown(key) + " has no effect. " + DidYouMean.sentence(words);
    }

    private static String withoutOwn(String key) {
        return key.startsWith(Names.DOMAIN) ? key.substring(Names.DOMAIN.length()) : key;
    }

    private static String shown(String word) {
        return word.length() <= LONGEST_SHOWN ? word : word.substring(0, LONGEST_SHOWN) + "...";
    }

    /** Looks up a limited number of names, and takes all others for unknown. */
    private static final class FewLookups implements Predicate<String> {
        private final Predicate<String> lookup;
        private int left = MOST_LOOKUPS;

        FewLookups(Predicate<String> lookup) {
            this.lookup = lookup;
        }

        @Override
        public boolean test(String name) {
            return left-- > 0 && lookup.test(name);
        }
    }
}
