package dev.edgewise.energy.battery;

import static dev.edgewise.energy.battery.BatteryState.FAILED;
import static dev.edgewise.energy.battery.BatteryState.PENDING;
import static dev.edgewise.energy.battery.BatteryState.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BatteryTest {
    @Test
    void aFullBatteryIsAtAHundredPercentAtMost() {
        double capacity = 1310.86;
        Battery full = new Battery(new BatterySettings(capacity, 10, 125, false), capacity);

        assertThat(100 * capacity / capacity).as("of these numbers").isGreaterThan(100);
        assertThat(full.percent()).isEqualTo(100);
    }

    /** 2.14 W for 10 s are 5.944 mWh; a slot of 655 mWh in 600 s brings 10.917 mWh in 10 s. */
    @Test
    void chargesWhileFailedAndIdlesSomeOfItAwayWhilePending() {
        double used = new PowerModel(1_900, 800, 4).milliwatt(0.3) * 10 / 3_600;
        double in = 655 * 6 * 10 / 3_600.0;
        assertThat(used).isCloseTo(5.944, within(0.001));
        assertThat(in).isCloseTo(10.917, within(0.001));
        Battery battery = new Battery(BatterySettings.FAAS_HOUSE, 9);
        assertThat(battery.state()).isEqualTo(FAILED);

        assertThat(battery.step(in, used)).isEqualTo(PENDING);
        assertThat(battery.chargeMwh()).isCloseTo(19.917, within(0.001));
        assertThat(battery.step(in, used)).isEqualTo(PENDING);
        assertThat(battery.chargeMwh()).isCloseTo(24.889, within(0.001));
        int seconds = 20;
        while (battery.state() != RUNNING) {
            battery.step(in, used);
            seconds += 10;
        }
        assertThat(seconds).isEqualTo(230);
    }

    @Test
    void aRunningNodeRunsDownToTheFailureThreshold() {
        Battery battery = new Battery(BatterySettings.FAAS_HOUSE, 30);

        assertThat(battery.step(0, 15)).as("15 mWh, below the boot threshold").isEqualTo(RUNNING);
        assertThat(battery.step(0, 5)).as("10 mWh, not below it").isEqualTo(RUNNING);
        assertThat(battery.step(1, 5)).as("11 mWh: at 10 it drew nothing").isEqualTo(RUNNING);
        assertThat(battery.step(0, 2)).as("9 mWh").isEqualTo(FAILED);
        assertThat(battery.step(0, 5)).isEqualTo(FAILED);
        assertThat(battery.chargeMwh()).as("a failed node draws nothing").isEqualTo(9);
    }

    @Test
    void theOtherExperimentsBatteryIsDrainedWhileDeadAndNeverPending() {
        Battery battery = new Battery(BatterySettings.ZONES, 126);

        assertThat(battery.step(0, 2)).isEqualTo(FAILED);
        assertThat(battery.step(0, 24)).isEqualTo(FAILED);
        assertThat(battery.chargeMwh()).isEqualTo(100);
        assertThat(battery.step(27, 2)).isEqualTo(RUNNING);
    }

    @Test
    void whatHasNoRoomIsLost() {
        Battery battery = new Battery(BatterySettings.FAAS_HOUSE, 1_250);

        battery.step(10, 4);
        battery.step(1, 4);
        assertThat(battery.lostMwh()).isEqualTo(6);
        assertThat(battery.percent()).as("1247 of 1250 mWh").isCloseTo(99.76, within(0.001));
    }

    @Property(seed = "1")
    void theChargeStaysWithinTheBattery(
            @ForAll @Size(max = 50) double @DoubleRange(min = -200, max = 200) [] balances) {
        Battery battery = new Battery(BatterySettings.FAAS_HOUSE, 600);
        for (double balance : balances) {
            battery.step(Math.max(0, balance), Math.max(0, -balance));
            assertThat(battery.percent()).isBetween(0.0, 100.0);
            assertThat(battery.state() == FAILED).isEqualTo(battery.chargeMwh() < 10);
        }
    }

    @Test
    void wrongSettingsAreNamed() {
        assertThatThrownBy(() -> new BatterySettings(0, 0, 0, false))
                .hasMessage("capacityMwh is 0.0: it must be above 0, such as 1250");
        assertThatThrownBy(() -> new BatterySettings(100, 101, 101, false))
                .hasMessage("failedBelowMwh is 101.0: it must be from 0 to the capacity, 100.0");
        assertThatThrownBy(() -> new BatterySettings(100, 10, 5, false)).hasMessageContaining("bootMwh is 5.0");
        assertThatThrownBy(() -> new PowerModel(-1, 0, 4)).hasMessage("idleMilliwatt is -1.0: it must be 0 or more");
    }
}
