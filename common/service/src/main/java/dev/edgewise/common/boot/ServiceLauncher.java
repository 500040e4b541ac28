package dev.edgewise.common.boot;

import org.springframework.boot.SpringApplication;

/** Starts a service, as each {@code main} does. */
public final class ServiceLauncher {
    private ServiceLauncher() {}

    /** @param service annotated by {@link EdgewiseServiceApplication} */
    public static void run(Class<?> service, String[] args) {
        HeapTuning.begin();
        // Spring's thread that warms up what "most" applications use competes with the start for the processor.
        System.setProperty("spring.backgroundpreinitializer.ignore", "true");
        SpringApplication.run(service, args);
    }
}
