package dev.edgewise.energy.battery;

/**
 * A battery that is charged and drained in steps. As in the faasHouse experiment (IEEE TSC 2024), a running node runs
 * down to {@code failedBelowMwh}; one that failed must reach {@code bootMwh} to run again, and is pending until then.
 */
public final class Battery {
    private final BatterySettings settings;
    private double chargeMwh;
    private double lostMwh;
    private BatteryState state;

    /**
     * @param chargeMwh at the beginning, in mWh; what exceeds 0..capacity is cut off. The node fails or runs, it is not
     *     pending
     */
    public Battery(BatterySettings settings, double chargeMwh) {
        this.settings = settings;
        this.chargeMwh = within(chargeMwh);
        this.state = this.chargeMwh < settings.failedBelowMwh() ? BatteryState.FAILED : BatteryState.RUNNING;
    }

    /**
     * A battery that continues from a charge which another replica has published.
     *
     * @param chargeMwh as of the constructor
     * @param isPowerless whether its node had no power for pods: below {@code bootMwh} it is pending then
     */
    public static Battery resumed(BatterySettings settings, double chargeMwh, boolean isPowerless) {
        Battery battery = new Battery(settings, chargeMwh);
        boolean isBelowBoot = battery.chargeMwh < settings.bootMwh();
        if (isPowerless && isBelowBoot && battery.state == BatteryState.RUNNING) {
            battery.state = BatteryState.PENDING;
        }
        return battery;
    }

    /**
     * Charges and drains at the same time.
     *
     * @param inputMwh what the sun delivers in this step, in mWh, ≥ 0; what the battery has no room for is lost
     * @param usedMwh what the node uses in this step, if it has power, in mWh, ≥ 0
     * @return what the node does from now on
     */
    public BatteryState step(double inputMwh, double usedMwh) {
        double before = chargeMwh;
        boolean draws = settings.drainedWhileFailed() || before > settings.failedBelowMwh();
        double balance = before + inputMwh - (draws ? usedMwh : 0);
        chargeMwh = within(balance);
        lostMwh += Math.max(0, balance - settings.capacityMwh());
        state = next(before);
        return state;
    }

    private BatteryState next(double before) {
        if (chargeMwh < settings.failedBelowMwh()) {
            return BatteryState.FAILED;
        }
        boolean boots = state == BatteryState.PENDING || before < settings.failedBelowMwh();
        return boots && chargeMwh < settings.bootMwh() ? BatteryState.PENDING : BatteryState.RUNNING;
    }

    private double within(double charge) {
        return Math.min(settings.capacityMwh(), Math.max(0, charge));
    }

    public BatteryState state() {
        return state;
    }

    /** Energy in the battery, in mWh, 0..capacity. */
    public double chargeMwh() {
        return chargeMwh;
    }

    /** Energy when full, in mWh. */
    public double capacityMwh() {
        return settings.capacityMwh();
    }

    /** State of charge, 0..100 %. */
    public double percent() {
        // The quotient of equal numbers may be a little more than 100.
        return Math.min(100, 100 * chargeMwh / settings.capacityMwh());
    }

    /** Energy that came in since the beginning while the battery was full, in mWh. */
    public double lostMwh() {
        return lostMwh;
    }
}
