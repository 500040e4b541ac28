package dev.edgewise.networkprobe;

import dev.edgewise.common.boot.EdgewiseServiceApplication;
import dev.edgewise.common.boot.ServiceLauncher;

/** The service that knows how far nodes are from each other. */
@EdgewiseServiceApplication
public class NetworkProbeApplication {
    public static void main(String[] args) {
        ServiceLauncher.run(NetworkProbeApplication.class, args);
    }
}
