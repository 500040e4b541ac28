package dev.edgewise.kubernetes.discovery;

import java.util.ArrayList;
import java.util.List;
import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;

/** Lists what a test puts. */
class FakeDiscovery implements DiscoveryClient {
    final List<ServiceInstance> replicas = new ArrayList<>();
    int lists;

    void replica(String service, String host, int port) {
        replicas.add(new DefaultServiceInstance(host + ":" + port, service, host, port, false));
    }

    @Override
    public String description() {
        return "of a test";
    }

    @Override
    public List<ServiceInstance> getInstances(String service) {
        lists++;
        return replicas.stream()
                .filter(replica -> replica.getServiceId().equals(service))
                .toList();
    }

    @Override
    public List<String> getServices() {
        return replicas.stream().map(ServiceInstance::getServiceId).distinct().toList();
    }
}
