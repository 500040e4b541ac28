package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepositoryTest {
    @Test
    void filesAreFoundFromTheDirectoryOfAModule() {
        assertThat(Repository.file("deploy/testkit/pom.xml")).isRegularFile();
        assertThat(Repository.file("README.md").getParent().resolve("pom.xml")).isRegularFile();
    }
}
