package dev.edgewise.offloader;

import dev.edgewise.common.boot.EdgewiseService;
import dev.edgewise.common.boot.ServiceLauncher;

/** The service that moves functions off weakening nodes. */
@EdgewiseService
public class FunctionOffloaderApplication {
    public static void main(String[] args) {
        ServiceLauncher.run(FunctionOffloaderApplication.class, args);
    }
}
