package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.kubernetes.ApiServerResponseForwarder;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.view.SlotObjectReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the objects as the API server has them now. */
final class KubernetesSlotObjectReader implements SlotObjectReader {
    private static final int NOT_FOUND = 404;

    private final ApiServerClient api;

    KubernetesSlotObjectReader(ApiServerClient api) {
        this.api = api;
    }

    @Override
    public List<Testbed> testbeds(String namespace) {
        return all(namespace, "testbeds", SlotObjectJsonReader::testbed);
    }

    @Override
    public List<BatchJob> jobs(String namespace) {
        return all(namespace, "batchjobs", SlotObjectJsonReader::job);
    }

    @Override
    public List<Scheduling> schedulings(String namespace) {
        return all(namespace, "schedulings", SlotObjectJsonReader::scheduling);
    }

    @Override
    public @Nullable Testbed testbed(ObjectKey key) {
        KubeObject found = one(key, "testbeds");
        return found == null ? null : SlotObjectJsonReader.testbed(found);
    }

    @Override
    public @Nullable BatchJob job(ObjectKey key) {
        KubeObject found = one(key, "batchjobs");
        return found == null ? null : SlotObjectJsonReader.job(found);
    }

    @Override
    public @Nullable Scheduling scheduling(ObjectKey key) {
        KubeObject found = one(key, "schedulings");
        return found == null ? null : SlotObjectJsonReader.scheduling(found);
    }

    private <T> List<T> all(String namespace, String plural, Function<KubeObject, T> read) {
        ApiResponse reply = KubernetesSlotObjectWriter.good(
                ApiServerResponseForwarder.send(() -> api.get(path(namespace, plural))));
        List<KubeObject> found = new ArrayList<>();
        for (JsonNode item : reply.json().path("items")) {
            found.add(KubeObject.of(item));
        }
        return found.stream()
                .sorted(Comparator.comparing(KubeObject::key))
                .map(read)
                .toList();
    }

    private @Nullable KubeObject one(ObjectKey key, String plural) {
        ApiResponse reply =
                ApiServerResponseForwarder.send(() -> api.get(path(key.namespace(), plural) + "/" + key.name()));
        return reply.code() == NOT_FOUND
                ? null
                : KubeObject.of(KubernetesSlotObjectWriter.good(reply).json());
    }

    private static String path(String namespace, String plural) {
        return SlotWatches.API + "/namespaces/" + namespace + "/" + plural;
    }
}
