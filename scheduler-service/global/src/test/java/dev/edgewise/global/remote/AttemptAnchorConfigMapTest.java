package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The anchor of an attempt in namespace shop, which the tenant may edit in the member. */
class AttemptAnchorConfigMapTest {
    private static final ObjectRef SERVICE = new ObjectRef("/api/v1/namespaces/shop/services", "Service", "web", true);
    private static final ObjectRef ROLE =
            new ObjectRef("/apis/rbac.authorization.k8s.io/v1/namespaces/shop/roles", "Role", "shop:Reader.1", true);
    private static final ObjectRef CLASS =
            new ObjectRef("/apis/scheduling.k8s.io/v1/priorityclasses", "PriorityClass", "fast", false);

    private static AttemptAnchorConfigMap anchor(String list, String hash) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.putObject("metadata").put("uid", "u").putObject("annotations").put("edgewise.dev/manifests-hash", hash);
        json.putObject("data").put("objects", list);
        return AttemptAnchorConfigMap.of(json, "shop");
    }

    private static List<ObjectRef> read(Iterable<ObjectRef> objects) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        objects.forEach(each -> list.add(each.json()));
        return anchor(list.toString(), "").objects();
    }

    @Test
    void itsListIsRead() {
        assertThat(read(List.of(SERVICE, ROLE, CLASS))).containsExactly(SERVICE, ROLE, CLASS);
    }

    /** A request has at most 200 objects; each entry more would cost a question with each look. */
    @Test
    void aListThatIsTooLongCountsAsNone() {
        List<ObjectRef> most = Collections.nCopies(200, SERVICE);
        List<ObjectRef> more = Collections.nCopies(201, SERVICE);

        assertThat(read(most)).hasSize(200);
        assertThat(read(more)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/namespaces/other/services, Service, web, true",
        "/api/v1/services, Service, web, true",
        "/api/v1/namespaces/shop/services, Service, web, false",
        "/api/v1/namespaces/shop/services/web/proxy, Service, web, true",
        "/api/v1/namespaces/shop/../services, Service, web, true",
        "/apis/a b/v1/namespaces/shop/services, Service, web, true",
        "/metrics, Service, web, false",
        "/api/v1/namespaces/shop/services?watch=1, Service, web, true",
        "/api/v1/namespaces/shop/services, a kind, web, true",
        "/api/v1/namespaces/shop/services, Service, we b, true",
        "/api/v1/namespaces/shop/services, Service, .., true",
        "/api/v1/namespaces/shop/services, Service, web/proxy, true",
        "/api/v1/namespaces/shop/services, Service, '', true",
    })
    void aListWithAnEntryOfNoRequestCountsAsNone(String collection, String kind, String name, boolean namespaced) {
        assertThat(read(List.of(SERVICE, new ObjectRef(collection, kind, name, namespaced))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no JSON", "5", "{\"a\": 1}", "[1]", "[[]]"})
    void whatIsNoListCountsAsNone(String list) {
        assertThat(anchor(list, "").objects()).isEmpty();
    }

    @Test
    void aHashIsReadIfThisServiceCouldHaveWrittenIt() {
        String of = ManifestHash.of("a", false);
        String ofSecret = ManifestHash.of("a", true);

        assertThat(anchor("[]", of).manifests()).isEqualTo(of).hasSize(32);
        assertThat(anchor("[]", ofSecret).manifests()).isEqualTo(ofSecret).hasSize(4);
        for (String edited : List.of("abc", "ABCD", "hash of mine", "a".repeat(33), "a".repeat(250 * 1024))) {
            assertThat(anchor("[]", edited).manifests()).isEmpty();
        }
    }
}
