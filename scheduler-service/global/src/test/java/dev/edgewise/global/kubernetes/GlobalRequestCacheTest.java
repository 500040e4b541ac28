package dev.edgewise.global.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.global.kubernetes.GlobalRequestCache.Known;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class GlobalRequestCacheTest {
    private static final int LARGEST = 256 * 1024;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private long nanos;
    private final RecentManifests manifests = new RecentManifests();
    private final GlobalRequestCache cache = new GlobalRequestCache(manifests, () -> nanos);

    private static JsonNode request(String inline) throws Exception {
        return MAPPER.readTree(
                """
                {"apiVersion": "edgewise.dev/v1alpha1", "kind": "GlobalRequest",
                 "metadata": {"name": "a", "namespace": "shop", "uid": "u", "resourceVersion": "7", "finalizers": ["edgewise.dev/global"],
                              "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "%1$s"}},
                 "spec": {"manifests": {"inline": %2$s}, "clusters": [["edge"]]},
                 "status": {"phase": "Queued"}}
                """
                        .formatted("x".repeat(LARGEST), inline));
    }

    private Known known() {
        return Objects.requireNonNull(cache.find(new RequestKey("shop", "a")));
    }

    /**
     * Ten thousand requests of 256 KiB would need 5 GiB: of manifests and the copy that kubectl keeps only their length
     * is left.
     */
    @Test
    void keepsNoManifests() throws Exception {
        cache.watched(GlobalRequestObject.of(request('"' + "y".repeat(LARGEST) + '"')));

        GlobalRequest request = known().request();
        assertThat(request.problem()).isNull();
        assertThat(request.spec().manifests().characters()).isEqualTo(262_144);
        assertThat(request.spec().manifests().isStored()).isTrue();
        assertThat(MAPPER.writeValueAsString(known().object()).length()
                        + known().object().spec().toString().length()
                        + request.toString().length())
                .isLessThan(4096);
        assertThat(known().object().hasFinalizer("edgewise.dev/global")).isTrue();
    }

    @Test
    void aTextThatIsTooLongIsRefusedByItsLength() throws Exception {
        cache.watched(GlobalRequestObject.of(request('"' + "y".repeat(LARGEST + 1) + '"')));

        assertThat(Objects.requireNonNull(known().request().problem()).text())
                .isEqualTo(
                        "spec.manifests.inline is \"262145 characters\": it must be a text of 1 to 262144 characters");
    }

    @Test
    void whatIsNoTextIsRefused() throws Exception {
        for (String wrong : new String[] {"5", "[[1], {}]", "{\"a\": {}}", "\"\""}) {
            cache.watched(GlobalRequestObject.of(request(wrong)));

            assertThat(Objects.requireNonNull(known().request().problem()).field())
                    .isEqualTo("spec.manifests.inline");
            assertThat(known().request().status().phase()).isNotNull();
        }
    }

    /**
     * The API server removes the request between the write and its answer, and the watch is faster than that: no
     * further event comes.
     */
    @Test
    void aLateAnswerDoesNotBringBackARequestThatIsGone() throws Exception {
        cache.watched(GlobalRequestObject.of(request("\"a\"")));
        cache.gone("shop", "a");
        nanos = Duration.ofSeconds(59).toNanos();

        cache.written(GlobalRequestObject.of(request("\"a\"")));

        assertThat(cache.find(new RequestKey("shop", "a"))).isNull();
    }

    /** The API server was restored from a backup. */
    @Test
    void aRequestThatIsWatchedAgainIsKnownAgain() throws Exception {
        cache.watched(GlobalRequestObject.of(request("\"a\"")));
        cache.gone("shop", "a");

        cache.watched(GlobalRequestObject.of(request("\"a\"")));

        assertThat(known().request().uid()).isEqualTo("u");
    }

    /** The watch shows later the request that it has made. */
    @Test
    void aRequestThatThisReplicaHasMadeIsKnownAtOnce() throws Exception {
        cache.gone("shop", "a");

        cache.written(GlobalRequestObject.of(request("\"a\"")));

        assertThat(known().request().uid()).isEqualTo("u");
    }

    /** The watch and the answer to a write bring the same request, in any order; its manifests are asked for once. */
    @Test
    void manifestsOfARequestThatIsNewAreKeptUntilTheyAreRead() throws Exception {
        cache.written(GlobalRequestObject.of(request("\"kind: Pod\"")));
        assertThat(manifests.take("u")).isEqualTo("kind: Pod");

        cache.watched(GlobalRequestObject.of(request("\"kind: Pod\"")));
        assertThat(manifests.take("u")).isNull();
    }

    @Test
    void manifestsOfARequestThatIsGoneAreNotKept() throws Exception {
        cache.watched(GlobalRequestObject.of(request("\"kind: Pod\"")));

        cache.gone("shop", "a");

        assertThat(manifests.take("u")).isNull();
    }

    @Test
    void longManifestsAreNotKept() throws Exception {
        cache.watched(GlobalRequestObject.of(request('"' + "y".repeat(16_385) + '"')));
        assertThat(manifests.take("u")).isNull();
        assertThat(known().request().spec().manifests().characters()).isEqualTo(16_385);

        cache.gone("shop", "a");
        cache.watched(GlobalRequestObject.of(request('"' + "y".repeat(16_384) + '"')));
        assertThat(manifests.take("u")).hasSize(16_384);
    }

    /** A burst of requests with the longest manifests that are kept: 2 MiB ÷ (16,384 + 256) = 126 of them. */
    @Test
    void manifestsOfManyRequestsAreKeptUpToABound() throws Exception {
        String text = '"' + "y".repeat(16_384) + '"';
        for (int i = 0; i < 1_000; i++) {
            GlobalRequestObject object = GlobalRequestObject.of(request(text));
            object.getMetadata().setName("r" + i);
            object.getMetadata().setUid("u" + i);
            cache.watched(object);
        }

        assertThat(manifests.characters()).isEqualTo(126 * (16_384 + 256));
    }
}
