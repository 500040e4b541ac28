package dev.edgewise.networkprobe.estimation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimateVerificationTest {
    private static final SiteDistanceMap.Middle TWENTY = new SiteDistanceMap.Middle(20_000, EstimateBasis.AGREEING);

    private final EstimateVerification expectations = new EstimateVerification();

    private void verifications(int count, int micros, EstimateBasis basis) {
        for (int verification = 0; verification < count; verification++) {
            NodePair pair = new NodePair(0, 1);
            expectations.expect(pair, new SiteDistanceMap.Middle(20_000, basis), MeasurementPurpose.VERIFICATION);
            expectations.reported(pair, micros, new MeasuredPairs(), 0);
        }
    }

    private int residuals() {
        return expectations
                .residuals()
                .around(EstimateBasis.AGREEING, EstimateResiduals.bin(20_000), new int[EstimateResiduals.places()])
                .length;
    }

    /** ln(25.6 / 20) = 0.247 and ln(25.8 / 20) = 0.255; 19 verifications are too few to judge by. */
    @ParameterizedTest
    @CsvSource({
        "20, 25600, AGREEING, true",
        "20, 25800, AGREEING, false",
        "19, 90000, AGREEING, true",
        "99, 90000, DIFFERING, true"
    })
    void theSelfCheckIsTheMedianErrorOfAgreeingVerifications(
            int count, int micros, EstimateBasis basis, boolean trusted) {
        verifications(count, micros, basis);

        assertThat(expectations.trusted()).isEqualTo(trusted);
    }

    @Test
    void onlyTheFirstReportCounts() {
        NodePair pair = new NodePair(0, 1);
        expectations.expect(pair, TWENTY, MeasurementPurpose.LEARN);
        expectations.reported(pair, 22_000, new MeasuredPairs(), 0);
        expectations.reported(pair, 23_000, new MeasuredPairs(), 0);
        expectations.reported(new NodePair(1, 0), 23_000, new MeasuredPairs(), 0);

        assertThat(residuals()).isOne();
    }

    @Test
    void nothingIsLearntFromExploring() {
        expectations.expect(new NodePair(0, 1), TWENTY, MeasurementPurpose.EXPLORE);
        expectations.reported(new NodePair(0, 1), 22_000, new MeasuredPairs(), 0);

        assertThat(residuals()).isZero();
    }

    @Test
    void nothingIsLearntOfANodeThatLeft() {
        expectations.expect(new NodePair(0, 1), TWENTY, MeasurementPurpose.LEARN);
        expectations.remove(1);
        expectations.reported(new NodePair(0, 1), 22_000, new MeasuredPairs(), 0);

        assertThat(residuals()).isZero();
    }
}
