package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests with scripts that only record their arguments. */
@EnabledOnOs(OS.LINUX)
class ControlPlaneIT {
    @TempDir
    private Path directory;

    @Test
    void isStartedWithTheControllersThatAreAskedFor() throws Exception {
        try (ControlPlane controlPlane = ControlPlane.up(script("true"), directory.resolve("state"), "*,-nodeipam")) {
            assertThat(controlPlane.kubeconfig()).isEqualTo(directory.resolve("state/kubeconfig"));
        }

        assertThat(directory.resolve("asked"))
                .hasContent("up " + directory + "/state --controllers *,-nodeipam\ndown " + directory + "/state");
    }

    @Test
    void oneThatDoesNotComeUpIsTakenDownAndTriedUpToThreeTimes() throws IOException {
        Path script = script("[ \"$1\" = down ]");

        assertThatThrownBy(() -> ControlPlane.up(script, directory.resolve("state"), "*"))
                .hasMessageContaining("state --controllers * ended with status 1");
        assertThat(asked()).containsExactly("up", "down", "up", "down", "up", "down");
    }

    @Test
    void oneThatComesUpLaterIsLeft() throws IOException {
        Path script = script("[ \"$1\" = down ] || [ $(grep -c ^up " + directory + "/asked) = 2 ]");

        assertThat(ControlPlane.up(script, directory.resolve("state"), "*").kubeconfig())
                .isEqualTo(directory.resolve("state/kubeconfig"));
        assertThat(asked()).containsExactly("up", "down", "up");
    }

    @Test
    void oneThatCannotBeTakenDownIsNotTriedAgain() throws IOException {
        Path script = script("false");

        assertThatThrownBy(() -> ControlPlane.up(script, directory.resolve("state"), "*"))
                .hasMessageContaining("ended with status 1");
        assertThat(asked()).containsExactly("up", "down");
    }

    @Test
    void theLastLineSaysWhereTheProgramsAre() throws Exception {
        assertThat(ControlPlane.programs(script("true"))).isEqualTo(Path.of("/opt/programs"));
    }

    @Test
    void processIdsLieBesideTheKubeconfig() throws IOException {
        Files.writeString(directory.resolve("etcd.pid"), "4711\n");

        assertThat(ControlPlane.pid(directory.resolve("kubeconfig"), "etcd")).isEqualTo(4711);
        assertThat(ControlPlane.pid(directory.resolve("kubeconfig"), "kube-apiserver"))
                .isEqualTo(-1);
    }

    /** Returns the commands that a script was called with. */
    private List<String> asked() throws IOException {
        return Files.readAllLines(directory.resolve("asked")).stream()
                .map(line -> line.split(" ")[0])
                .toList();
    }

    /** @param last command of the script, whose status is the script's */
    private Path script(String last) throws IOException {
        Path script = directory.resolve("control-plane");
        Files.writeString(
                script,
                "#!/bin/sh\necho \"$*\" >>" + directory + "/asked\necho building\necho /opt/programs\n" + last + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
