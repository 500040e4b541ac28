package dev.edgewise.offloader.planning;

/** Forecasts a node's battery and its availability under a certain load, from its input lately and on average. */
final class AvailabilityForecast {
    private static final double SECONDS_PER_HOUR = 3_600;

    private final BatteryDetails outlook;
    private final boolean running;
    private final EdgewisePlannerSettings settings;
    private final double[] inputMw;

    private double upSeconds;
    private double nearUpSeconds;
    private double chargeMwh;
    private boolean up;

    AvailabilityForecast(PlanNode node, EdgewisePlannerSettings settings) {
        BatteryDetails known = node.outlook();
        this.outlook = known == null ? BatteryDetails.ofPercent(node.percent()) : known;
        this.running = node.isRunning();
        this.settings = settings;
        this.inputMw = forecast();
    }

    /** The weather of the last minutes, drawn to the average, fades with each step. */
    private double[] forecast() {
        double now = (1 - settings.blend()) * outlook.recentInputMw() + settings.blend() * outlook.meanInputMw();
        double[] input = new double[settings.steps()];
        for (int step = 0; step < input.length; step++) {
            input[step] = now * Math.pow(settings.fade(), step);
        }
        return input;
    }

    /** Follows the battery while functions use so many cores of it. */
    AvailabilityForecast with(double cores) {
        chargeMwh = outlook.chargeMwh();
        up = running;
        upSeconds = 0;
        for (int step = 0; step < inputMw.length; step++) {
            step(inputMw[step], cores);
            if (step + 1 == settings.nearSteps()) {
                nearUpSeconds = upSeconds;
            }
        }
        return this;
    }

    private void step(double inputMw, double cores) {
        double next = chargeMwh + (inputMw - drawMw(cores)) * settings.stepSeconds() / SECONDS_PER_HOUR;
        if (up) {
            double share = next < outlook.failedBelowMwh() ? passed(outlook.failedBelowMwh(), next) : 1;
            upSeconds += share * settings.stepSeconds();
            up = next >= outlook.failedBelowMwh();
        } else if (next >= outlook.bootMwh()) {
            upSeconds += (1 - passed(outlook.bootMwh(), next)) * settings.stepSeconds();
            up = true;
        }
        chargeMwh = Math.min(outlook.capacityMwh(), Math.max(0, next));
    }

    private double drawMw(double cores) {
        if (chargeMwh <= outlook.failedBelowMwh()) {
            return 0;
        }
        return outlook.idleMw() + (up ? cores * outlook.coreMw() : 0);
    }

    /** The share of a step that is over when the charge passes a limit on its way. */
    private double passed(double limit, double next) {
        double share = next == chargeMwh ? 0 : (limit - chargeMwh) / (next - chargeMwh);
        return Math.max(0, Math.min(1, share));
    }

    /** Share of the next steps in which the node runs, 0 to 1. */
    double nearUp() {
        return nearUpSeconds / (settings.nearSteps() * settings.stepSeconds());
    }

    /**
     * Share of the time in which it ran and will run, what remains in the battery at the end included, above 0 to 1.
     */
    double availability() {
        double remaining = settings.tail() * SECONDS_PER_HOUR / outlook.idleMw();
        double known = settings.memory() * outlook.observedSeconds() + settings.priorSeconds();
        double ran = settings.memory() * outlook.upSeconds() + settings.priorSeconds();
        return (ran + upSeconds + remaining * chargeMwh)
                / (known + inputMw.length * settings.stepSeconds() + remaining * outlook.capacityMwh());
    }
}
