package dev.edgewise.embedded.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.call.ApiRequest;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ResourceTypes;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableFormatTest {
    private static final String KUBECTL =
            "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json";
    private static final String CREATED = "'creationTimestamp':'2026-01-01T00:00:00Z'";
    private static final Clock FIVE_MINUTES_LATER = Clock.fixed(Instant.parse("2026-01-01T00:05:00Z"), ZoneOffset.UTC);
    private static final ResourceTypes TYPES = new ResourceTypes();

    @Test
    void podsAsInWideOutput() {
        assertThat(titles("v1", "pods"))
                .containsExactly(
                        "Name",
                        "Ready",
                        "Status",
                        "Restarts",
                        "Age",
                        "IP",
                        "Node",
                        "Nominated Node",
                        "Readiness Gates");
        assertThat(cells(
                        "v1",
                        "pods",
                        """
                {'metadata':{'name':'web',%s},
                 'spec':{'nodeName':'edge-1','containers':[{'name':'a'},{'name':'b'}],
                         'readinessGates':[{'conditionType':'lb'},{'conditionType':'dns'}]},
                 'status':{'phase':'Running','podIPs':[{'ip':'10.0.0.7'}],
                           'conditions':[{'type':'lb','status':'True'},{'type':'dns','status':'False'}],
                           'containerStatuses':[
                             {'name':'a','ready':true,'restartCount':2,'state':{'running':{}},
                              'lastState':{'terminated':{'finishedAt':'2026-01-01T00:04:00Z'}}},
                             {'name':'b','ready':false,'restartCount':1,'state':{'running':{}}}]}}"""
                                .formatted(CREATED)))
                .containsExactly("web", "1/2", "Running", "3 (60s ago)", "5m", "10.0.0.7", "edge-1", "<none>", "1/2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            {'phase':'Pending'}                                                                          | 0/1 Pending
            {'phase':'Failed','reason':'Evicted'}                                                        | 0/1 Evicted
            {'phase':'Pending','conditions':[{'type':'PodScheduled','reason':'SchedulingGated'}]}        | 0/1 SchedulingGated
            {'phase':'Pending','containerStatuses':[{'state':{'waiting':{'reason':'ImagePullBackOff'}}}]} | 0/1 ImagePullBackOff
            {'phase':'Failed','containerStatuses':[{'state':{'terminated':{'exitCode':3}}}]}             | 0/1 ExitCode:3
            {'phase':'Failed','containerStatuses':[{'state':{'terminated':{'exitCode':137,'signal':9}}}]} | 0/1 Signal:9
            {'phase':'Failed','containerStatuses':[{'state':{'terminated':{'exitCode':1,'reason':'Error'}}}]} | 0/1 Error
            {'phase':'Succeeded','containerStatuses':[{'state':{'terminated':{'exitCode':0,'reason':'Completed'}}}]} | 0/1 Completed
            """)
    void statusOfAPod(String status, String expected) {
        assertThat(readyAndStatus("'containers':[{'name':'main'}]", status)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            {'state':{'running':{}}}                                                      | 0/2 Init:0/2
            {'state':{'waiting':{'reason':'PodInitializing'}}}                            | 0/2 Init:0/2
            {'state':{'waiting':{'reason':'ErrImagePull'}}}                               | 0/2 Init:ErrImagePull
            {'state':{'terminated':{'exitCode':2}}}                                       | 0/2 Init:ExitCode:2
            {'state':{'terminated':{'exitCode':0}}},{'name':'sidecar','state':{'running':{}}} | 0/2 Init:1/2
            {'state':{'terminated':{'exitCode':0}}},{'name':'sidecar','started':true,'ready':true} | 1/2 Pending
            """)
    void initContainersComeFirstAndASidecarCounts(String statuses, String expected) {
        String spec = "'containers':[{'name':'main'}],"
                + "'initContainers':[{'name':'setup'},{'name':'sidecar','restartPolicy':'Always'}]";
        assertThat(readyAndStatus(spec, "{'phase':'Pending','initContainerStatuses':[%s]}".formatted(statuses)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"Running, , Terminating", "Failed, , Failed", "Running, NodeLost, Unknown"})
    void aDeletedPodSaysSo(String phase, String reason, String expected) {
        String pod =
                "{'metadata':{'deletionTimestamp':'2026-01-01T00:04:00Z'},'spec':{'containers':[{}]},'status':{'phase':'%s'%s}}"
                        .formatted(phase, reason == null ? "" : ",'reason':'" + reason + "'");
        assertThat(cells("v1", "pods", pod).get(2)).isEqualTo(expected);
    }

    private static String readyAndStatus(String spec, String status) {
        List<Object> cells = cells("v1", "pods", "{'spec':{%s},'status':%s}".formatted(spec, status));
        return cells.get(1) + " " + cells.get(2);
    }

    @Test
    void nodes() {
        assertThat(titles("v1", "nodes")).startsWith("Name", "Status", "Roles", "Age", "Version", "Internal-IP");
        assertThat(cells(
                        "v1",
                        "nodes",
                        """
                {'metadata':{'name':'edge-1',%s,'labels':{'node-role.kubernetes.io/worker':'','kubernetes.io/role':'edge'}},
                 'spec':{'unschedulable':true},
                 'status':{'conditions':[{'type':'Ready','status':'True'}],
                           'addresses':[{'type':'Hostname','address':'h'},{'type':'InternalIP','address':'10.0.0.1'}],
                           'nodeInfo':{'kubeletVersion':'v1.36.0','architecture':'arm64','kernelVersion':'6.1'}}}"""
                                .formatted(CREATED)))
                .containsExactly(
                        "edge-1",
                        "Ready,SchedulingDisabled",
                        "edge,worker",
                        "5m",
                        "v1.36.0",
                        "10.0.0.1",
                        "<none>",
                        "<unknown>",
                        "6.1 (arm64)",
                        "<unknown>");
        assertThat(cells("v1", "nodes", "{'status':{'conditions':[{'type':'Ready','status':'Unknown'}]}}")
                        .get(1))
                .isEqualTo("NotReady");
        assertThat(cells("v1", "nodes", "{}").get(1)).isEqualTo("Unknown");
    }

    @Test
    void workloads() {
        String template = "'template':{'spec':{'containers':[{'name':'a','image':'x:1'},{'name':'b','image':'y:2'}]}}";
        String selector =
                "'selector':{'matchLabels':{'app':'web'},'matchExpressions':[{'key':'tier','operator':'In','values':['b','a']}]}";
        assertThat(cells(
                        "apps/v1",
                        "deployments",
                        "{'metadata':{'name':'web',%s},'spec':{'replicas':3,%s,%s},'status':{'readyReplicas':1,'updatedReplicas':2}}"
                                .formatted(CREATED, selector, template)))
                .containsExactly("web", "1/3", 2, 0, "5m", "a,b", "x:1,y:2", "app=web,tier in (a,b)");
        assertThat(cells(
                        "batch/v1",
                        "jobs",
                        """
                {'metadata':{'name':'sum',%s},'spec':{'completions':4,%s},
                 'status':{'succeeded':4,'startTime':'2026-01-01T00:00:00Z','completionTime':'2026-01-01T00:01:30Z',
                           'conditions':[{'type':'Complete','status':'True'}]}}"""
                                .formatted(CREATED, template)))
                .startsWith("sum", "Complete", "4/4", "90s", "5m");
        assertThat(cells(
                        "apps/v1",
                        "daemonsets",
                        "{'metadata':{'name':'agent',%s},'spec':{},'status':{'desiredNumberScheduled':2,'numberReady':1}}"
                                .formatted(CREATED)))
                .startsWith("agent", 2, 0, 1, 0, 0, "<none>", "5m");
    }

    @Test
    void volumesServicesEventsAndOthers() {
        assertThat(cells(
                        "v1",
                        "persistentvolumes",
                        """
                {'metadata':{'name':'pv',%s},'status':{'phase':'Bound'},
                 'spec':{'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteOnce','ReadOnlyMany'],
                         'persistentVolumeReclaimPolicy':'Retain','claimRef':{'namespace':'shop','name':'db'},
                         'storageClassName':'local','volumeMode':'Filesystem'}}"""
                                .formatted(CREATED)))
                .containsExactly(
                        "pv",
                        "1Gi",
                        "RWO,ROX",
                        "Retain",
                        "Bound",
                        "shop/db",
                        "local",
                        "<unset>",
                        "",
                        "5m",
                        "Filesystem");
        assertThat(cells(
                        "v1",
                        "services",
                        "{'metadata':{'name':'web',%s},'spec':{'type':'LoadBalancer','clusterIP':'10.1.1.1','ports':[{'port':80,'nodePort':30080,'protocol':'TCP'}]}}"
                                .formatted(CREATED)))
                .containsExactly("web", "LoadBalancer", "10.1.1.1", "<pending>", "80:30080/TCP", "5m", "<none>");
        assertThat(
                        cells(
                                "events.k8s.io/v1",
                                "events",
                                "{'metadata':{'name':'one'},'type':'Normal','reason':'Scheduled','message':'placed ','eventTime':'2026-01-01T00:04:00.000000Z','involvedObject':{'kind':'Pod','name':'web'},'reportingComponent':'edgewise'}"))
                .containsExactly("60s", "Normal", "Scheduled", "pod/web", "", "edgewise", "placed", "60s", 1, "one");
        assertThat(cells("v1", "serviceaccounts", "{'metadata':{'name':'default',%s}}".formatted(CREATED)))
                .containsExactly("default", "5m");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "application/json", "application/json,application/json;as=Table;v=v1;g=meta.k8s.io", "*/*"})
    void whoPrefersObjectsGetsThem(String accept) {
        assertThat(TableFormat.of(TYPES.require("v1", "pods"), request(accept, ""), FIVE_MINUTES_LATER))
                .isNull();
    }

    @Test
    void includesAsMuchOfTheObjectAsIsAskedFor() {
        String pod = "{'kind':'Pod','metadata':{'name':'web'},'spec':{'nodeName':'n1'}}";
        assertThat(table("v1", "pods", "?includeObject=None", pod)
                        .at("/rows/0/object")
                        .isNull())
                .isTrue();
        assertThat(table("v1", "pods", "?includeObject=Object", pod)
                        .at("/rows/0/object/spec/nodeName")
                        .asText())
                .isEqualTo("n1");
        assertThat(table("v1", "pods", "", pod).at("/rows/0/object"))
                .isEqualTo(json(
                        "{'kind':'PartialObjectMetadata','apiVersion':'meta.k8s.io/v1','metadata':{'name':'web'}}"));
        assertThatThrownBy(() -> table("v1", "pods", "?includeObject=All", pod))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("All")
                .hasMessageContaining("None, Metadata and Object");
    }

    private static List<String> titles(String apiVersion, String plural) {
        List<String> titles = new ArrayList<>();
        table(apiVersion, plural, "", "{}")
                .path("columnDefinitions")
                .forEach(column -> titles.add(Json.text(column, "name")));
        return titles;
    }

    private static List<Object> cells(String apiVersion, String plural, String object) {
        List<Object> cells = new ArrayList<>();
        JsonNode row = table(apiVersion, plural, "", object).at("/rows/0/cells");
        row.forEach(cell -> cells.add(cell.isInt() ? cell.asInt() : cell.asText()));
        return cells;
    }

    private static ObjectNode table(String apiVersion, String plural, String query, String object) {
        TableFormat format = Objects.requireNonNull(
                TableFormat.of(TYPES.require(apiVersion, plural), request(KUBECTL, query), FIVE_MINUTES_LATER));
        return json(Json.render(format.render(Stream.of(json(object)), "7", true, stored -> stored)));
    }

    private static ApiRequest request(String accept, String query) {
        return ApiRequest.of("GET", "/api/v1/pods" + query, "", accept, new byte[0]);
    }

    private static ObjectNode json(String singleQuoted) {
        return Json.parseObject(singleQuoted.replace('\'', '"').getBytes(StandardCharsets.UTF_8), "application/json");
    }
}
