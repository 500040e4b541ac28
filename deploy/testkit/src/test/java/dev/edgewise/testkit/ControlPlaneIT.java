package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
        try (ControlPlane controlPlane = ControlPlane.up(script(0), directory.resolve("state"), "*,-nodeipam")) {
            assertThat(controlPlane.kubeconfig()).isEqualTo(directory.resolve("state/kubeconfig"));
        }

        assertThat(directory.resolve("asked"))
                .hasContent("up " + directory + "/state --controllers *,-nodeipam\ndown " + directory + "/state");
    }

    @Test
    void oneThatDoesNotComeUpIsTakenDown() throws IOException {
        Path script = script(1);

        assertThatThrownBy(() -> ControlPlane.up(script, directory.resolve("state"), "*"))
                .hasMessageContaining("ended with status 1");
        assertThat(directory.resolve("asked")).content().contains("down " + directory + "/state");
    }

    @Test
    void theLastLineSaysWhereTheProgramsAre() throws Exception {
        assertThat(ControlPlane.programs(script(0))).isEqualTo(Path.of("/opt/programs"));
    }

    @Test
    void processIdsLieBesideTheKubeconfig() throws IOException {
        Files.writeString(directory.resolve("etcd.pid"), "4711\n");

        assertThat(ControlPlane.pid(directory.resolve("kubeconfig"), "etcd")).isEqualTo(4711);
        assertThat(ControlPlane.pid(directory.resolve("kubeconfig"), "kube-apiserver"))
                .isEqualTo(-1);
    }

    private Path script(int status) throws IOException {
        Path script = directory.resolve("control-plane");
        Files.writeString(
                script,
                "#!/bin/sh\necho \"$*\" >>" + directory + "/asked\necho building\necho /opt/programs\n" + "exit "
                        + status + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
