package dev.edgewise.energy;

import dev.edgewise.common.boot.EdgewiseServiceApplication;
import dev.edgewise.common.boot.ServiceLauncher;

/** The service that knows how much energy nodes have. */
@EdgewiseServiceApplication
public class EnergyAdapterApplication {
    public static void main(String[] args) {
        ServiceLauncher.run(EnergyAdapterApplication.class, args);
    }
}
