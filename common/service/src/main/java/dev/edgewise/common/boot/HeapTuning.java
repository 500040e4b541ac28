package dev.edgewise.common.boot;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * Keeps the heap near what is used, whatever machine the service runs on: left to itself, Java takes a share of the
 * machine's memory for garbage and keeps it. Does what {@code -XX:MinHeapFreeRatio}, {@code -XX:MaxHeapFreeRatio} and
 * {@code -XX:G1PeriodicGCInterval} would, so that {@code java -jar} needs no options; an option that is given wins.
 */
public final class HeapTuning {
    private static final String MIN_FREE_PERCENT = "MinHeapFreeRatio";
    private static final String MAX_FREE_PERCENT = "MaxHeapFreeRatio";
    private static final String PERIODIC_MILLIS = "G1PeriodicGCInterval";

    private HeapTuning() {}

    /** Makes each collection from now on return what it freed; an idle service collects every 15 seconds. */
    public static void begin() {
        HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (vm != null) {
            set(vm, MIN_FREE_PERCENT, "10");
            set(vm, MAX_FREE_PERCENT, "30");
            set(vm, PERIODIC_MILLIS, "15000");
            // Shrinks the heap that Java begins with, a share of the machine's memory, while next to nothing is in it.
            System.gc();
        }
    }

    /** Gives back what the start needed and nothing needs any more. Takes some tens of milliseconds. */
    public static void startIsOver() {
        System.gc();
    }

    private static void set(HotSpotDiagnosticMXBean vm, String option, String value) {
        try {
            if (vm.getVMOption(option).getOrigin() == com.sun.management.VMOption.Origin.DEFAULT) {
                vm.setVMOption(option, value);
            }
        } catch (IllegalArgumentException otherVm) {
            // A virtual machine without this option has its own ways.
        }
    }
}
