package dev.edgewise.global.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RankedResource;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestQueuePriority;
import dev.edgewise.global.web.GlobalWebService;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client of the prototype, with its own fields. */
@Timeout(180)
class LegacyIT {
    private static final String POD =
            "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: c, image: i}]}\n";
    private static GlobalWebService service;

    @BeforeAll
    static void start() {
        service = new GlobalWebService("--edgewise.global.legacy.namespace=shop");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void clear() {
        service.store().clear();
    }

    private static HttpResponse<String> post(String path, String... fields) throws Exception {
        StringBuilder form = new StringBuilder(part("yaml_file\"; filename=\"a.yaml", POD));
        for (int i = 0; i < fields.length; i += 2) {
            form.append(part(fields[i], fields[i + 1]));
        }
        return service.send(
                "POST",
                "/GEP/GSCH/test/" + path,
                form + "--b--\r\n",
                "Content-Type",
                "multipart/form-data; boundary=b");
    }

    private static String part(String name, String value) {
        return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    }

    @Test
    void takesLowLatencyFromANode() throws Exception {
        HttpResponse<String> answer = post(
                "low",
                "select_clusters",
                "['edge', ['near-1','near-2'], 'cloud']",
                "source_cluster",
                "edge",
                "source_node",
                "node-1",
                "mode",
                "default",
                "fast_option",
                "fast",
                "callback_url",
                "https://hooks.example.org/done",
                "unknown_field",
                "x");

        GlobalRequest request = service.store().requests().get(0);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"result\":\"request_id:" + request.key().name() + ".shop\"}");
        assertThat(request.key().namespace()).isEqualTo("shop");
        assertThat(request.spec().policy().type()).isEqualTo(PolicyType.LOW_LATENCY);
        assertThat(request.spec().policy().sourceNode()).isEqualTo("node-1");
        assertThat(request.spec().priority()).isEqualTo(RequestQueuePriority.FAST);
        assertThat(request.spec().clusters().levels())
                .isEqualTo(List.of(List.of("edge"), List.of("near-1", "near-2"), List.of("cloud")));
        assertThat(request.spec().callback().url()).isEqualTo("https://hooks.example.org/done");
    }

    @Test
    void takesMostAvailableAndSelected() throws Exception {
        assertThat(post("most", "selected_clusters", "[[edge,near-1]]", "mode", "gpu", "project_name", "other")
                        .statusCode())
                .isEqualTo(200);
        assertThat(post("select", "mode", "node", "select_cluster", "edge", "select_node", "n7")
                        .statusCode())
                .isEqualTo(200);

        GlobalRequest most = service.store().requests().get(0);
        GlobalRequest selected = service.store().requests().get(1);
        assertThat(most.key().namespace()).isEqualTo("other");
        assertThat(most.spec().policy().type()).isEqualTo(PolicyType.MOST_AVAILABLE);
        assertThat(most.spec().policy().resource()).isEqualTo(RankedResource.GPU);
        assertThat(selected.spec().policy().node()).isEqualTo("n7");
        assertThat(selected.spec().clusters().names()).containsExactly("edge");
    }

    /** A tenant that copies the id of another into a name of its own would otherwise be answered for. */
    @Test
    void aRequestOfTheSameNameInAnotherNamespaceIsNotTakenForIt() throws Exception {
        post("select", "select_clusters", "[edge]", "project_name", "victim");
        GlobalRequest victim = service.store().requests().get(0);
        service.store().create(new RequestKey("attacker", victim.key().name()), victim.spec(), "");
        String path = "/GEP/GSCH/dispatchedqueue/requestjobs/" + victim.key().name() + ".victim/status";

        service.send("PUT", path + "?changed_status=canceled", "");

        assertThat(service.store().request(victim.key()).spec().cancelled()).isTrue();
        assertThat(service.store()
                        .request(new RequestKey("attacker", victim.key().name()))
                        .spec()
                        .cancelled())
                .isFalse();
    }

    @Test
    void evaluatesNothing() throws Exception {
        HttpResponse<String> answer =
                post("select", "select_clusters", "__import__('os').system('touch /tmp/x') or ['edge']");

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("\"field\":\"clusters\"");
        assertThat(service.store().requests()).isEmpty();
    }

    @Test
    void saysAndChangesTheStatus() throws Exception {
        post("select", "select_clusters", "[edge]");
        GlobalRequest request = service.store().requests().get(0);
        String path = "/GEP/GSCH/dispatchedqueue/requestjobs/" + request.key().name() + ".shop/status";

        assertThat(service.get(path).body()).isEqualTo("{\"result\":\"enqueue\"}");
        assertThat(service.send("PUT", path + "?changed_status=completed", "").statusCode())
                .isEqualTo(422);
        assertThat(service.send("PUT", path + "?changed_status=canceled", "").body())
                .isEqualTo("{\"result\":\"canceled\"}");
        assertThat(service.store().request(request.key()).spec().cancelled()).isTrue();
        assertThat(service.get("/GEP/GSCH/dispatchedqueue/requestjobs/req-none/status")
                        .statusCode())
                .isEqualTo(404);
    }
}
