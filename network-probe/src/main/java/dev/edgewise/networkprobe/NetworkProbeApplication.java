package dev.edgewise.networkprobe;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The service that knows how far nodes are from each other. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
public class NetworkProbeApplication {
    public static void main(String[] args) {
        SpringApplication.run(NetworkProbeApplication.class, args);
    }
}
