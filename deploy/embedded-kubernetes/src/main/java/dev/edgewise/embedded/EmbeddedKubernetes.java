package dev.edgewise.embedded;

import dev.edgewise.embedded.call.Faults;
import dev.edgewise.embedded.http.HttpTransport;
import dev.edgewise.embedded.server.EmbeddedApiServer;
import dev.edgewise.embedded.store.ObjectStore;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A Kubernetes API server in this process, for the sandbox and for tests. It keeps objects, versions, watches,
 * bindings, evictions and disruption budgets as a real one does, and can inject faults. No kubelet and, but for the
 * garbage collector and the disruption controller, no controller runs behind it.
 *
 * <pre>{@code
 * try (var kubernetes = new EmbeddedKubernetes().start(); var client = kubernetes.client()) {
 *     client.resource(node).create();
 * }
 * }</pre>
 *
 * <p>Plain HTTP on the loopback address; callers are not authenticated. All methods are thread-safe.
 */
public final class EmbeddedKubernetes implements AutoCloseable {
    private final EmbeddedApiServer api =
            new EmbeddedApiServer(Clock.systemUTC(), () -> UUID.randomUUID().toString());
    private @Nullable HttpTransport transport;
    private int lastPort;

    /** Starts on a free port. */
    public EmbeddedKubernetes start() {
        return start(0);
    }

    /**
     * Starts on this port, 0 for a free one.
     *
     * @throws IllegalStateException if it runs already, or the port is taken
     */
    public synchronized EmbeddedKubernetes start(int port) {
        if (transport != null) {
            throw new IllegalStateException("the embedded API runs already, at " + transport.url());
        }
        HttpTransport started = HttpTransport.start(api, port);
        transport = started;
        lastPort = started.port();
        return this;
    }

    /** Base URL, such as {@code http://127.0.0.1:41234}. */
    public synchronized String url() {
        if (transport == null) {
            throw new IllegalStateException("the embedded API does not run: start it first");
        }
        return transport.url();
    }

    /**
     * Listens with TLS, too, on a free port until {@link #stop()}, and returns that URL, such as {@code
     * https://127.0.0.1:41235}.
     *
     * @param keyStore PKCS #12 file with the key and the certificate of 127.0.0.1
     */
    public synchronized String secure(Path keyStore, String password) {
        if (transport == null) {
            throw new IllegalStateException("the embedded API does not run: start it first");
        }
        return transport.secure(keyStore, password);
    }

    /** A new client in namespace {@code default}; the caller closes it. */
    public KubernetesClient client() {
        return new KubernetesClientBuilder().withConfig(config()).build();
    }

    /** The configuration of {@link #client()}, for clients of one's own. */
    public Config config() {
        return new ConfigBuilder(Config.empty())
                .withMasterUrl(url())
                .withNamespace("default")
                .withWatchReconnectInterval(100)
                .withRequestRetryBackoffLimit(0)
                .build();
    }

    /** Writes a kubeconfig with which kubectl, curl and any client reach this API; returns the same path. */
    public Path writeKubeconfig(Path file) throws IOException {
        return Files.writeString(
                file,
                """
                apiVersion: v1
                kind: Config
                clusters:
                - name: embedded
                  cluster:
                    server: %s
                users:
                - name: embedded
                  user:
                    token: embedded
                contexts:
                - name: embedded
                  context:
                    cluster: embedded
                    user: embedded
                    namespace: default
                current-context: embedded
                """
                        .formatted(url()));
    }

    /** Ends all open watches, as a restart of a load balancer does; watchers may resume. */
    public void cutWatches() {
        api.cutWatches();
    }

    /** Forgets all past changes, as a compaction does: a resumed watch gets 410 Gone and has to list again. */
    public void expireHistory() {
        api.expireHistory();
    }

    /**
     * Takes a backup as of etcd: the result brings all objects and versions back to this moment, and ends all watches.
     */
    public Runnable backup() {
        ObjectStore.Backup backup = api.backup();
        return () -> api.restore(backup);
    }

    /**
     * Refuses these calls with 403, and says so in access reviews, until {@link #allow}.
     *
     * @param verb as in RBAC, such as {@code update}; {@code *} for any
     * @param resource plural, with the subresource if any: {@code leases}, {@code pods/binding}; {@code *} for any
     */
    public void deny(String verb, String resource) {
        api.access().deny(verb, resource);
    }

    /** Takes back a {@link #deny} with the same arguments. */
    public void allow(String verb, String resource) {
        api.access().allow(verb, resource);
    }

    /**
     * Makes token reviews accept a token, for any audience. Calls need no token all the same.
     *
     * @param user name of its user, such as {@code system:serviceaccount:default:agent}
     * @param extra what else is said of the user, by key
     */
    public void token(String token, String user, Map<String, String> extra) {
        api.tokens().put(token, user, extra);
    }

    /**
     * Fails the next calls that fit; they have no effect.
     *
     * @param method HTTP method, such as {@code POST}
     * @param pathRegex found anywhere in the path
     * @param status HTTP status of the answers
     * @param times how many calls fail, from 1
     */
    public void failNext(String method, String pathRegex, int status, int times) {
        api.faults().order(new Faults.Fault(method, Pattern.compile(pathRegex), status, false, times));
    }

    /**
     * Refuses from now on what fits, as an admission policy does.
     *
     * @param method HTTP method, such as {@code PATCH}
     * @param pathRegex found anywhere in the path
     * @param refused whether a body is refused
     */
    public void refuse(String method, String pathRegex, Predicate<String> refused, String message) {
        api.policies().refuse(method, Pattern.compile(pathRegex), refused, message);
    }

    /** Lets the next call that fits take effect, yet answers 504, as when an answer is lost on its way. */
    public void loseNextAnswer(String method, String pathRegex) {
        api.faults().order(new Faults.Fault(method, Pattern.compile(pathRegex), 504, true, 1));
    }

    /** Delays each answer by this much from now on; watches are not delayed. */
    public void latency(Duration each) {
        api.faults().latency(each);
    }

    /** Stops listening and cuts all connections; the objects stay. */
    public synchronized void stop() {
        if (transport != null) {
            transport.close();
            transport = null;
        }
    }

    /** Continues after {@link #stop()} with the same objects. */
    public synchronized void restartOnSamePort() {
        stop();
        start(lastPort);
    }

    @Override
    public void close() {
        stop();
    }
}
