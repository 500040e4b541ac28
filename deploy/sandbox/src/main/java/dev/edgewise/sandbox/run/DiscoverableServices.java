package dev.edgewise.sandbox.run;

import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.util.Map;

/** The services of a run as objects of the embedded API, as the manifests make them, so that they find each other. */
final class DiscoverableServices {
    /** The namespace in which the services of a run believe to be. */
    static final String NAMESPACE = "edgewise";

    private static final Map<String, String> LABELS =
            Map.of("app.kubernetes.io/part-of", "edgewise", "app.kubernetes.io/component", "suite");

    private DiscoverableServices() {}

    /** @param addresses by name of the service */
    static void create(KubernetesClient client, Map<String, URI> addresses) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
        addresses.forEach((name, address) -> {
            client.resource(service(name, address)).create();
            client.resource(endpoints(name, address)).create();
        });
    }

    private static Service service(String name, URI address) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withLabels(LABELS)
                .endMetadata()
                .withNewSpec()
                .addNewPort()
                .withName("http")
                .withPort(address.getPort())
                .endPort()
                .addNewPort()
                .withName("management")
                .withPort(address.getPort())
                .endPort()
                .endSpec()
                .build();
    }

    private static Endpoints endpoints(String name, URI address) {
        return new EndpointsBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withLabels(LABELS)
                .endMetadata()
                .addNewSubset()
                .addNewAddress()
                .withIp(address.getHost())
                .endAddress()
                .addNewPort()
                .withName("http")
                .withPort(address.getPort())
                .endPort()
                .addNewPort()
                .withName("management")
                .withPort(address.getPort())
                .endPort()
                .endSubset()
                .build();
    }
}
