package dev.edgewise.scheduler;

import dev.edgewise.common.boot.EdgewiseService;
import dev.edgewise.common.boot.ServiceLauncher;

/** The service that decides where pods run, binds them and explains why. */
@EdgewiseService
public class SchedulerApplication {
    public static void main(String[] args) {
        ServiceLauncher.run(SchedulerApplication.class, args);
    }
}
