package dev.edgewise.scheduler;

import dev.edgewise.common.boot.EdgewiseServiceApplication;
import dev.edgewise.common.boot.ServiceLauncher;

/** The service that decides where pods run, binds them and explains why. */
@EdgewiseServiceApplication
public class SchedulerApplication {
    public static void main(String[] args) {
        ServiceLauncher.run(SchedulerApplication.class, args);
    }
}
