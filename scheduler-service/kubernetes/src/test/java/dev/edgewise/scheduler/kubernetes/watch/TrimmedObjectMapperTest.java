package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;

class TrimmedObjectMapperTest {
    private static final String POD =
            """
            {"metadata":{"name":"p","namespace":"shop","uid":"u","labels":{"app":"web","pod-template-hash":"5d4f"},
              "annotations":{"edgewise.dev/delay":"p95"},"creationTimestamp":"2026-01-01T00:00:00Z","generation":3,
              "managedFields":[{"manager":"kubelet","fieldsV1":{"f:metadata":{}}}],
              "ownerReferences":[{"kind":"ReplicaSet","name":"web-5d4f","controller":true}]},
             "spec":{"nodeName":"n1","priority":7,"preemptionPolicy":"Never","schedulerName":"edgewise",
              "hostNetwork":true,"serviceAccountName":"default","dnsPolicy":"ClusterFirst","restartPolicy":"Always",
              "nodeSelector":{"disk":"ssd"},"overhead":{"cpu":"10m"},"schedulingGates":[{"name":"g"}],
              "resources":{"requests":{"memory":"1Gi"}},
              "affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":
                [{"topologyKey":"zone","labelSelector":{"matchLabels":{"app":"web"}}}]}},
              "tolerations":[{"operator":"Exists"}],
              "topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"zone","whenUnsatisfiable":"DoNotSchedule"}],
              "initContainers":[{"name":"s","restartPolicy":"Always","resources":{"requests":{"cpu":"5m"}}}],
              "containers":[{"name":"a","image":"app:1","command":["run"],"env":[{"name":"A","value":"B"}],
                "ports":[{"containerPort":80}],"resources":{"limits":{"cpu":"1"},"requests":{"cpu":"100m"}},
                "volumeMounts":[{"name":"v","mountPath":"/v"}],"livenessProbe":{"httpGet":{"port":80}}}],
              "volumes":[{"name":"v","persistentVolumeClaim":{"claimName":"data"}},
                {"name":"t","projected":{"sources":[{"serviceAccountToken":{"path":"token"}}]}}]},
             "status":{"phase":"Running","startTime":"2026-01-01T00:00:05Z","podIP":"10.0.0.1","qosClass":"Burstable",
              "conditions":[{"type":"PodResizePending","reason":"Infeasible"}],
              "containerStatuses":[{"name":"a","ready":true,"imageID":"sha256:0","state":{"running":{}},
                "allocatedResources":{"cpu":"300m"},"resources":{"requests":{"cpu":"200m"}}}]}}
            """;
    private static final String NODE =
            """
            {"metadata":{"name":"n1","labels":{"zone":"a"}},
             "spec":{"unschedulable":true,"taints":[{"key":"k","effect":"NoSchedule"}]},
             "status":{"allocatable":{"cpu":"4","pods":"110"},"capacity":{"cpu":"5"},
              "conditions":[{"type":"Ready","status":"True"}],"nodeInfo":{"kubeletVersion":"v1.36.3"},
              "images":[{"names":["app:1"],"sizeBytes":5}]}}
            """;

    private final ObjectMapper lean = TrimmedObjectMapper.create();
    private final ObjectMapper pods = TrimmedObjectMapper.pods();
    private final KubernetesSerialization full = new KubernetesSerialization();

    @Test
    void theSchedulerSeesTheSamePod() throws JsonProcessingException {
        assertThat(PodConverter.convert(pods.readValue(POD, Pod.class)))
                .isEqualTo(PodConverter.convert(full.unmarshal(POD, Pod.class)));
    }

    @Test
    void theSchedulerSeesTheSameNode() throws JsonProcessingException {
        assertThat(NodeConverter.convert(lean.readValue(NODE, Node.class)))
                .isEqualTo(NodeConverter.convert(full.unmarshal(NODE, Node.class)));
    }

    @Test
    void nothingIsMadeOfFieldsThatNobodyReads() throws JsonProcessingException {
        Pod pod = pods.readValue(POD, Pod.class);
        assertThat(pod.getMetadata().getManagedFields()).isEmpty();
        assertThat(pod.getSpec().getContainers().get(0).getCommand()).isEmpty();
        assertThat(pod.getSpec().getContainers().get(0).getAdditionalProperties())
                .isEmpty();
        assertThat(pod.getSpec().getVolumes().get(1).getProjected()).isNull();
    }
}
