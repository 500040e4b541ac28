package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherSessionListener;

class PatientAwaitsTest {
    @Test
    void junitFindsIt() {
        assertThat(ServiceLoader.load(LauncherSessionListener.class)).hasAtLeastOneElementOfType(PatientAwaits.class);
    }
}
