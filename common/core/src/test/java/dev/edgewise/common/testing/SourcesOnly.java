package dev.edgewise.common.testing;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/**
 * Leaves out tests, those in other modules' jars included, and what a build before has left of the beans that Spring
 * works out ahead of time.
 */
public final class SourcesOnly implements ImportOption {
    private static final ImportOption NO_TESTS = new DoNotIncludeTests();

    @Override
    public boolean includes(Location location) {
        return NO_TESTS.includes(location) && !location.contains("-tests.jar") && !location.contains("__");
    }
}
