package dev.edgewise.rewards;

import dev.edgewise.common.boot.EdgewiseServiceApplication;
import dev.edgewise.common.boot.ServiceLauncher;

/** The service that learns on which nodes pods of a type fail. */
@EdgewiseServiceApplication
public class RewardMonitorApplication {
    public static void main(String[] args) {
        ServiceLauncher.run(RewardMonitorApplication.class, args);
    }
}
