package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.Names;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.view.Leftovers.Unsearched;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Looks in one member for objects with the label of a request. Thread-safe: what was found so far can be read while the
 * search continues.
 */
final class MemberObjectSearch {
    /** The objects that are remembered of one member. */
    private static final int MOST_FOUND = 20_000;

    private static final Pattern ACCOUNT = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    private final MemberHandle member;
    private final boolean clusterScoped;
    private final Set<Account> accounts;
    private final List<Found> found = new ArrayList<>();
    private final List<Unsearched> unsearched = new ArrayList<>();
    private volatile boolean stopped;

    /** An account of the member, as which the objects of requests are made in its namespace. */
    record Account(String namespace, String name) implements Comparable<Account> {
        @Override
        public int compareTo(Account other) {
            int byNamespace = namespace.compareTo(other.namespace);
            return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
        }

        String user() {
            return AttemptObjectClient.account(namespace, name);
        }
    }

    /** An object with the label of a request. */
    record Found(String apiVersion, String kind, String namespace, String name, String requestUid, String attempt) {}

    /**
     * @param clusterScoped whether requests may have objects in no namespace
     * @param accounts of requests that are known; those of anchors are added
     */
    MemberObjectSearch(MemberHandle member, boolean clusterScoped, Set<Account> accounts) {
        this.member = member;
        this.clusterScoped = clusterScoped;
        this.accounts = new TreeSet<>(accounts);
    }

    synchronized List<Found> found() {
        return List.copyOf(found);
    }

    synchronized List<Unsearched> unsearched() {
        return List.copyOf(unsearched);
    }

    /** Ends the search after the answer that it waits for; one that has not begun asks nothing. */
    void stop() {
        stopped = true;
    }

    /** @throws MemberUnreachableException if the search was stopped before it began */
    void requireRunning() throws MemberUnreachableException {
        if (stopped) {
            throw new MemberUnreachableException("there was no time for it", null);
        }
    }

    /** Finds anchors and pods in all namespaces, as the service's own account. */
    void anchorsAndPods() throws MemberUnreachableException {
        for (String plural : List.of("configmaps", "pods")) {
            if (stopped) {
                return;
            }
            MemberReply refusal = list("", "/api/v1/" + plural, "v1", plural.equals("pods") ? "Pod" : "ConfigMap");
            if (refusal != null) {
                throw new MemberUnreachableException("it does not list " + plural + ": " + refusal.message(), null);
            }
        }
    }

    /** Finds the objects of all other kinds, in each namespace as the account of its tenant. */
    void otherKinds() {
        for (Account account : known()) {
            if (stopped) {
                return;
            }
            try {
                otherKinds(account);
            } catch (MemberUnreachableException refused) {
                add(new Unsearched(
                        member.name(),
                        account.namespace(),
                        List.of(),
                        "as " + account.user() + ", " + refused.getMessage()));
            }
        }
    }

    private synchronized Set<Account> known() {
        return new TreeSet<>(accounts);
    }

    private void otherKinds(Account account) throws MemberUnreachableException {
        List<String> refused = new ArrayList<>();
        for (KindDiscovery.ListedKind kind : new KindDiscovery(member.requireApi()).all(account.user())) {
            if (stopped) {
                return;
            }
            boolean isAsked = kind.paths().namespaced() || clusterScoped;
            if (isAsked
                    && list(
                                    account.user(),
                                    kind.paths().collection(account.namespace()),
                                    kind.apiVersion(),
                                    kind.kind())
                            != null) {
                refused.add(kind.kind());
            }
        }
        if (!refused.isEmpty()) {
            add(new Unsearched(member.name(), account.namespace(), refused, account.user() + " may not list them"));
        }
    }

    /** Reads all pages. Returns the answer if it is a refusal; else null. */
    private @Nullable MemberReply list(String user, String collection, String apiVersion, String kind)
            throws MemberUnreachableException {
        MemberApi api = member.requireApi();
        return new LabelledMetadata(api::list, () -> stopped)
                .read(user, collection, object -> add(object, apiVersion, kind));
    }

    private void stopAtMost() {
        if (!stopped) {
            stopped = true;
            unsearched.add(new Unsearched(
                    member.name(), "", List.of(), "it has more than " + MOST_FOUND + " objects with the label"));
        }
    }

    private synchronized void add(Unsearched one) {
        unsearched.add(one);
    }

    private synchronized void add(JsonNode object, String apiVersion, String kind) {
        JsonNode metadata = object.path("metadata");
        String namespace = metadata.path("namespace").asText();
        String account = metadata.path("annotations")
                .path(GlobalRequestObjectNames.ACCOUNT_ANNOTATION)
                .asText();
        if (found.size() >= MOST_FOUND) {
            stopAtMost();
            return;
        }
        if (kind.equals("ConfigMap") && ACCOUNT.matcher(account).matches()) {
            accounts.add(new Account(namespace, account));
        }
        found.add(new Found(
                apiVersion,
                kind,
                namespace,
                metadata.path("name").asText(),
                metadata.path("labels").path(Names.REQUEST_LABEL).asText(),
                metadata.path("labels").path(Names.ATTEMPT_LABEL).asText()));
    }
}
