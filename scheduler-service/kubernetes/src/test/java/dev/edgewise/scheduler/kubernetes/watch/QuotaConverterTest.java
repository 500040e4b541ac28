package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.RemainingNamespaceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import org.junit.jupiter.api.Test;

class QuotaConverterTest {
    private static RemainingNamespaceQuota quota(String yaml) {
        return QuotaConverter.convert(
                Yaml.read(ResourceQuota.class, "metadata: {name: compute, namespace: shop}\n" + yaml));
    }

    @Test
    void readsWhatIsLeft() {
        // cpu: 4 - 1.5 and 3 - 1 cores, of which the second is less; memory: 2 Gi - 512 Mi
        assertThat(
                        quota(
                                """
                        spec: {hard: {requests.cpu: '4'}}
                        status:
                          hard: {requests.cpu: '4', cpu: '3', requests.memory: 2Gi, pods: '10'}
                          used: {requests.cpu: 1500m, cpu: '1', requests.memory: 512Mi, pods: '3'}
                        """))
                .isEqualTo(new RemainingNamespaceQuota("shop", "compute", 2000L, 1536L << 20));
    }

    @Test
    void whatIsNotLimitedIsNull() {
        assertThat(quota("status: {hard: {pods: '10', limits.cpu: '4'}, used: {}}"))
                .isEqualTo(new RemainingNamespaceQuota("shop", "compute", null, null));
        assertThat(quota("spec: {hard: {cpu: '4'}}").milliCpu())
                .as("not counted yet")
                .isNull();
    }

    @Test
    void moreMayBeUsedThanAQuotaAllowsThatWasLowered() {
        assertThat(quota("status: {hard: {cpu: '1'}, used: {cpu: '3'}}").milliCpu())
                .isEqualTo(-2000);
    }

    /** The scopes of a quota say nothing about whether future pods match them. */
    @Test
    void aQuotaForSomePodsLimitsNothing() {
        assertThat(quota("spec: {scopes: [BestEffort]}\nstatus: {hard: {cpu: '1'}, used: {}}")
                        .milliCpu())
                .isNull();
        assertThat(quota("spec: {scopeSelector: {matchExpressions: []}}\nstatus: {hard: {cpu: '1'}, used: {}}")
                        .milliCpu())
                .isNull();
    }
}
