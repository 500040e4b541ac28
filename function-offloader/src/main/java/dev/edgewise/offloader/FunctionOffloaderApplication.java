package dev.edgewise.offloader;

import dev.edgewise.common.boot.EdgewiseServiceApplication;
import dev.edgewise.common.boot.ServiceLauncher;

/** The service that moves functions off weakening nodes. */
@EdgewiseServiceApplication
public class FunctionOffloaderApplication {
    public static void main(String[] args) {
        ServiceLauncher.run(FunctionOffloaderApplication.class, args);
    }
}
