package dev.edgewise.common.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class UnknownPropertiesCheckTest {
    @ConfigurationProperties("edgewise.scheduler.bind")
    record Bind(int concurrency, Times retryTimes) {}

    record Times(int mostAttempts) {}

    @ConfigurationProperties("edgewise.scheduler")
    record Profiles(Map<String, String> profiles) {}

    @ConfigurationProperties("edgewise.leader-election")
    record Election(boolean enabled) {}

    @ConfigurationProperties("edgewise")
    record Top(List<String> stores, List<Rule> rules) {}

    record Rule(List<String> names, Times after) {}

    @ConfigurationProperties("edgewise.scheduler")
    record OwnProfiles(Map<String, OwnProfile> profiles) {}

    record OwnProfile(String like, List<String> filters, Map<String, Double> scores, Integer maxFeasibleNodes) {}

    private final KnownProperties known =
            new KnownProperties(List.of(Bind.class, Profiles.class, Election.class, Top.class));
    private final UnknownPropertiesCheck check = new UnknownPropertiesCheck(known);

    @ParameterizedTest
    @CsvSource({
        "edgewise.schedular.bind.concurrency,     edgewise.scheduler.bind.concurrency",
        "edgewise.scheduler.bind.concurency,      edgewise.scheduler.bind.concurrency",
        "edgewise.leader-elections.enabled,       edgewise.leader-election.enabled",
        "edgewise.scheduler.bind.retry-times.max-attempts, edgewise.scheduler.bind.retry-times.most-attempts",
        "edgewise.rules[12].name,                 edgewise.rules[N].names",
        "edgewise.rules[0].name[1],               edgewise.rules[N].names",
        "edgewise.rules[1].after.most-attempt,    edgewise.rules[N].after.most-attempts",
        "edgewise.storesx,                        edgewise.stores",
    })
    void aMistypedOneEndsTheStartAndTheNearestIsNamed(String mistyped, String meant) {
        assertThatThrownBy(() -> check.check(with(mistyped)))
                .isInstanceOfSatisfying(InvalidConfigurationException.class, e -> assertThat(e.remedy())
                        .isEqualTo("Did you mean " + meant + "?"))
                .hasMessage("Not a property of this service: " + mistyped + " (file).");
    }

    @Test
    void whereSeveralAreAsNearTheyAreListed() {
        assertThatThrownBy(() -> check.check(with("edgewise.network-probe.static.matrix")))
                .isInstanceOfSatisfying(InvalidConfigurationException.class, e -> assertThat(e.remedy())
                        .isEqualTo("There are: edgewise.leader-election.enabled, edgewise.rules,"
                                + " edgewise.rules[N].after.most-attempts, edgewise.rules[N].names,"
                                + " edgewise.scheduler.bind.concurrency,"
                                + " edgewise.scheduler.bind.retry-times.most-attempts, edgewise.scheduler.profiles,"
                                + " edgewise.stores."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "edgewise.scheduler.bind.concurrency",
                "edgewise.scheduler.bind.retryTimes.mostAttempts",
                "edgewise.scheduler.profiles.fast.filters",
                "edgewise.stores[0]",
                "edgewise.rules",
                "edgewise.rules[12].names",
                "edgewise.rules[12].names[3]",
                "edgewise.rules[0].after.mostAttempts",
                "spring.anything",
            })
    void whatIsKnownIsLeftAlone(String name) {
        assertThatCode(() -> check.check(with(name))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EDGEWISE_SCHEDULER_BIND_CONCURENCY",
                "EDGEWISE_SCHEDULER_SERVICE_PORT",
                "EDGEWISE_SCHEDULER_SERVICE_SERVICE_HOST",
                "EDGEWISE_REDIS_PORT_6379_TCP_ADDR",
                "EDGEWISE_LEADERELECTION_ENABLED",
                "EDGEWISE_LEADER_ELECTION_FOR",
            })
    void anotherVariableOfTheEnvironmentDoesNotEndTheStart(String name) {
        assertThatCode(() -> check.check(withVariable(name))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"EDGEWISE_RULES_0_NAMES", "EDGEWISE_RULES_0_NAMES_11", "EDGEWISE_STORES_0"})
    void elementsMayBeVariables(String name) {
        assertThat(known.knows(name)).isTrue();
        assertThat(known.knows(name + "X")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "edgewise.scheduler.profiles",
                "edgewise.scheduler.profiles.green",
                "edgewise.scheduler.profiles.green-1.like",
                "edgewise.scheduler.profiles.griffin_scheduler.like",
                "edgewise.scheduler.profiles[a.b].like",
                "edgewise.scheduler.profiles.green.filters[12]",
                "edgewise.scheduler.profiles.green.scores.Energy",
                "edgewise.scheduler.profiles.green.maxFeasibleNodes",
                "EDGEWISE_SCHEDULER_PROFILES_GREEN_LIKE",
            })
    void keysOfAMapOfRecordsMayBeAny(String name) {
        assertThat(new KnownProperties(List.of(OwnProfiles.class)).knows(name)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "edgewise.scheduler.profiles.green.lik,              edgewise.scheduler.profiles.NAME.like",
        "edgewise.scheduler.profiles.green.filtres,          edgewise.scheduler.profiles.NAME.filters",
        "edgewise.scheduler.profiles.green.score.Energy,     edgewise.scheduler.profiles.NAME.scores",
        "edgewise.scheduler.profiles.green.like.it,          edgewise.scheduler.profiles.NAME.like",
        "edgewise.scheduler.profiles[a.b].max-feasible-node, edgewise.scheduler.profiles.NAME.max-feasible-nodes",
    })
    void whatFollowsSuchAKeyMayNot(String mistyped, String meant) {
        UnknownPropertiesCheck own = new UnknownPropertiesCheck(new KnownProperties(List.of(OwnProfiles.class)));

        assertThatThrownBy(() -> own.check(with(mistyped)))
                .isInstanceOfSatisfying(InvalidConfigurationException.class, e -> assertThat(e.remedy())
                        .isEqualTo("Did you mean " + meant + "?"))
                .hasMessage("Not a property of this service: " + mistyped + " (file).");
    }

    @ParameterizedTest
    @CsvSource({
        "EDGEWISE_LEADER_ELECTION, Did you mean edgewise.leader-election.enabled?",
        "EDGEWISE_SCHEDULER_BIND,  Did you mean edgewise.scheduler.bind.concurrency?",
    })
    void aVariableThatGivesAGroupAValueEndsTheStart(String name, String remedy) {
        assertThatThrownBy(() -> check.check(withVariable(name)))
                .isInstanceOfSatisfying(InvalidConfigurationException.class, e -> assertThat(e.remedy())
                        .isEqualTo(remedy))
                .hasMessage("Not a property of this service: " + name + " (systemEnvironment).");
    }

    @Test
    void soDoesAFile() {
        assertThatThrownBy(() -> check.check(with("edgewise.leader-election")))
                .hasMessage("Not a property of this service: edgewise.leader-election (file).");
    }

    private static StandardEnvironment withVariable(String name) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(name, "false")));
        return environment;
    }

    private static StandardEnvironment with(String name) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("file", Map.of(name, "1")));
        return environment;
    }
}
