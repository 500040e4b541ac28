package dev.edgewise.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Gives each {@code await()} without a limit two minutes instead of ten seconds, in all tests that have this jar on
 * their class path: on a busy machine ten seconds are too short for a policy or an event. JUnit finds it by {@code
 * META-INF/services}.
 */
public final class PatientAwaits implements LauncherSessionListener {
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(2));
    }
}
