package dev.edgewise.global;

import dev.edgewise.common.boot.EdgewiseService;
import dev.edgewise.common.boot.ServiceLauncher;

/** The service that finds the right cluster for a request, and leaves nothing in the clusters that were tried. */
@EdgewiseService
public class GlobalSchedulerApplication {
    public static void main(String[] args) {
        ServiceLauncher.run(GlobalSchedulerApplication.class, args);
    }
}
