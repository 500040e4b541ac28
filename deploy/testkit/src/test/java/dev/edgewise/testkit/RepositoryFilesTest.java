package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepositoryFilesTest {
    @Test
    void filesAreFoundFromTheDirectoryOfAModule() {
        assertThat(RepositoryFiles.file("deploy/testkit/pom.xml")).isRegularFile();
        assertThat(RepositoryFiles.file("README.md").getParent().resolve("pom.xml"))
                .isRegularFile();
    }
}
