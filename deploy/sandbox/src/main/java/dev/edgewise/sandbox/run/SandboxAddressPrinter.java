package dev.edgewise.sandbox.run;

import java.io.PrintStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/** The addresses that a person may open while a story runs. */
final class SandboxAddressPrinter {
    private static final Map<String, String> TITLES = new LinkedHashMap<>();

    static {
        TITLES.put("network-probe", "Round-trip times");
        TITLES.put("energy-adapter", "Energy");
        TITLES.put("function-offloader", "Moves");
        TITLES.put("reward-monitor", "Rewards");
    }

    private SandboxAddressPrinter() {}

    static void print(StartedSandbox stage) {
        PrintStream out = stage.out();
        Map<String, URI> services = stage.running().services();
        URI scheduler = stage.running().service("scheduler-service");
        out.println();
        TITLES.forEach((service, title) -> {
            if (services.containsKey(service)) {
                line(out, title, services.get(service) + "/");
            }
        });
        line(out, "Recovery", scheduler + "/recovery.html");
        line(out, "Suite", "curl -s " + scheduler + "/api/v1/suite");
        line(
                out,
                "Look around",
                "kubectl --kubeconfig " + stage.running().cluster().kubeconfig() + " get nodes,pods -A -o wide");
        out.println();
        out.flush();
    }

    private static void line(PrintStream out, String title, String address) {
        out.printf("%-17s %s%n", title + ":", address);
    }
}
