package dev.edgewise.global;

import dev.edgewise.common.boot.EdgewiseServiceApplication;
import dev.edgewise.common.boot.ServiceLauncher;

/** The service that finds the right cluster for a request, and leaves nothing in the clusters that were tried. */
@EdgewiseServiceApplication
public class GlobalSchedulerApplication {
    public static void main(String[] args) {
        ServiceLauncher.run(GlobalSchedulerApplication.class, args);
    }
}
