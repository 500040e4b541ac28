package dev.edgewise.scheduler.acceptance;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The API server that acceptance tests run on: JSON in and out, several requests at a time. */
public final class RealApi implements AutoCloseable {
    /** Merge patch of an object that nothing holds back any more. */
    private static final String FREE = "{\"metadata\":{\"finalizers\":null}}";

    private static final String AT_ONCE = "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"gracePeriodSeconds\":0,"
            + "\"propagationPolicy\":\"Background\"}";
    private static final int PARALLEL = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Path DEFINITION =
            RepositoryFiles.file("deploy/kubernetes/base/scheduler-service/reservations.yaml");

    private final Path kubeconfig;
    private final KubernetesClient client;
    private final ApiServerTransport server;
    private final ApiServerClient requests;
    private final ExecutorService threads = Executors.newFixedThreadPool(PARALLEL);

    public RealApi(Path kubeconfig) {
        this.kubeconfig = kubeconfig;
        Config config = config(kubeconfig);
        client = new KubernetesClientBuilder().withConfig(config).build();
        server = ApiServerTransport.of(config);
        requests = new ApiServerClient(server, Duration.ofSeconds(30));
    }

    /** The file that the first of these variables of the environment names that is set; skips the test if none is. */
    public static Path kubeconfig(String... variables) {
        String file = Stream.of(variables)
                .map(System::getenv)
                .filter(value -> value != null && Files.isReadable(Path.of(value)))
                .findFirst()
                .orElse(null);
        assumeTrue(
                file != null,
                () -> "skipped: set " + String.join(" or ", variables) + " to the kubeconfig of a disposable cluster");
        return Path.of(file);
    }

    public KubernetesClient client() {
        return client;
    }

    /** A client that has the rights of that user, and of no group. */
    public KubernetesClient as(String user) {
        Config config = config(kubeconfig);
        config.setImpersonateUsername(user);
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    public JsonNode get(String path) {
        return succeed(send(() -> requests.get(path)), path);
    }

    /** The body of whatever the answer is. */
    public String text(String path) {
        return new String(send(() -> requests.get(path)).body(), StandardCharsets.UTF_8);
    }

    /** Has it serve reservations, as the manifest defines them. */
    public void defineReservations() {
        define(DEFINITION, "reservations");
    }

    /** Has it serve the kinds of batch slots, as their manifests define them. */
    public void defineSlots() {
        for (String kind : List.of("testbeds", "batchjobs", "schedulings")) {
            define(RepositoryFiles.file("deploy/kubernetes/components/slots/" + kind + ".yaml"), kind);
        }
    }

    /** Has it know the priority classes of a manifest. */
    public void definePriorityClasses(String manifest) {
        documents(RepositoryFiles.file("deploy/kubernetes/" + manifest))
                .forEach(each -> ensure("/apis/scheduling.k8s.io/v1/priorityclasses", each));
    }

    private void define(Path manifest, String plural) {
        JsonNode definition = documents(manifest).get(0);
        ensure("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
        await().until(() -> exists("/apis/edgewise.dev/v1alpha1/" + plural));
    }

    /** The objects of a manifest. */
    public static List<JsonNode> documents(Path manifest) {
        try (MappingIterator<JsonNode> documents =
                new ObjectMapper(new YAMLFactory()).readerFor(JsonNode.class).readValues(manifest.toFile())) {
            return documents.readAll();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Whether it answers that all is well. */
    public boolean succeeds(String path) {
        try {
            return requests.get(path).isSuccess();
        } catch (ApiUnavailableException silence) {
            return false;
        }
    }

    public boolean exists(String path) {
        return send(() -> requests.get(path)).code() != 404;
    }

    public JsonNode create(String collection, JsonNode object) {
        return succeed(send(() -> requests.post(collection, object.toString())), collection + ' ' + object);
    }

    /** Creates it unless it is there. */
    public void ensure(String collection, JsonNode object) {
        ApiResponse reply = send(() -> requests.post(collection, object.toString()));
        if (reply.code() != 409) {
            succeed(reply, collection);
        }
    }

    public void replace(String path, JsonNode object) {
        succeed(send(() -> requests.put(path, object.toString())), path);
    }

    /** Merges these fields into the object. */
    public void merge(String path, JsonNode fields) {
        succeed(send(() -> requests.patch(path, ApiServerClient.MERGE_PATCH, fields.toString())), path + ' ' + fields);
    }

    /** Deletes the object as a user does: if finalizers or a grace period hold it back, it stays and is terminating. */
    public void delete(String path) {
        succeed(send(() -> requests.delete(path, "{}")), path);
    }

    /** Deletes it, whatever holds it back. It may be gone already. */
    public void remove(String path) {
        send(() -> requests.patch(path, ApiServerClient.MERGE_PATCH, FREE));
        ApiResponse reply = send(() -> requests.delete(path, AT_ONCE));
        if (reply.code() != 404 && reply.code() != 409) {
            succeed(reply, path);
        }
    }

    /**
     * Deletes all objects of a collection at once, without a grace period. An API server that is busy deletes 1,000
     * pods for longer than one request may take: the next request continues.
     */
    public void removeAll(String collection) {
        await().atMost(PATIENCE)
                .ignoreExceptionsMatching(RealApi::isWithoutAnswer)
                .until(() -> {
                    ApiResponse reply = send(() -> requests.delete(collection, AT_ONCE));
                    if (reply.isTransient()) {
                        return false;
                    }
                    succeed(reply, collection);
                    return true;
                });
    }

    private static boolean isWithoutAnswer(Throwable failure) {
        return failure.getCause() instanceof ApiUnavailableException;
    }

    /** Does the same for each, several at a time; returns when all are done. */
    public <T> void each(Collection<T> all, Consumer<T> action) {
        List<CompletableFuture<Void>> running = all.stream()
                .map(one -> CompletableFuture.runAsync(() -> action.accept(one), threads))
                .toList();
        CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        server.close();
        client.close();
    }

    private interface Request {
        ApiResponse send() throws ApiUnavailableException;
    }

    private static ApiResponse send(Request request) {
        try {
            return request.send();
        } catch (ApiUnavailableException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode succeed(ApiResponse reply, String what) {
        if (!reply.isSuccess()) {
            throw new IllegalStateException(reply.message() + " for " + what);
        }
        return reply.json();
    }

    private static Config config(Path kubeconfig) {
        try {
            return Config.fromKubeconfig(Files.readString(kubeconfig));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
