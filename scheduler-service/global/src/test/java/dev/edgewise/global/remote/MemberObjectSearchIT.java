package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.global.cluster.LocationClass;
import dev.edgewise.global.remote.MemberObjectSearch.Account;
import dev.edgewise.global.remote.MemberObjectSearch.Found;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MemberObjectSearchIT {
    private EmbeddedKubernetes api;
    private MemberHandle member;

    @BeforeEach
    void start() {
        api = new EmbeddedKubernetes().start();
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("shop")
                        .endMetadata()
                        .build())
                .create();
        member = new MemberHandle(
                new MemberDefinition(
                        "edge",
                        "",
                        new MemberSettings(LocationClass.EDGE, 0, Map.of(), Map.of(), Map.of()),
                        new ConfigBuilder().withMasterUrl(api.url()).build(),
                        ""),
                TestMember.LIMITS,
                Set::of,
                Clock.systemUTC(),
                () -> 0);
    }

    @AfterEach
    void stop() {
        member.close();
        api.close();
    }

    private void anchor(String name, String account) {
        api.client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("shop")
                        .withLabels(Map.of("edgewise.dev/request", "u", "edgewise.dev/attempt", "1"))
                        .withAnnotations(Map.of("edgewise.dev/account", account))
                        .endMetadata()
                        .build())
                .create();
    }

    /** A page has a hundred objects. */
    @Test
    void readsAllPages() throws Exception {
        for (int number = 0; number < 101; number++) {
            anchor("edgewise-request-u-" + number, "edgewise-tenant");
        }
        MemberObjectSearch search = new MemberObjectSearch(member, false, Set.of());

        search.anchorsAndPods();

        assertThat(search.found()).hasSize(101);
    }

    /**
     * The account of an anchor is one that may list its namespace: no request that is known has made anything there.
     */
    @Test
    void findsOtherKindsAsTheAccountOfAnAnchor() throws Exception {
        anchor("edgewise-request-u-1", "somebody");
        api.client()
                .resource(new ServiceBuilder()
                        .withNewMetadata()
                        .withName("left")
                        .withNamespace("shop")
                        .withLabels(Map.of("edgewise.dev/request", "u", "edgewise.dev/attempt", "2"))
                        .endMetadata()
                        .withNewSpec()
                        .addNewPort()
                        .withPort(80)
                        .endPort()
                        .endSpec()
                        .build())
                .create();
        MemberObjectSearch search = new MemberObjectSearch(member, false, Set.of());

        search.anchorsAndPods();
        search.otherKinds();

        assertThat(search.found()).contains(new Found("v1", "Service", "shop", "left", "u", "2"));
    }

    @Test
    void saysWhereItCouldNotLook() throws Exception {
        api.stop();
        MemberObjectSearch search =
                new MemberObjectSearch(member, false, Set.of(new Account("shop", "edgewise-tenant")));

        search.otherKinds();

        assertThat(search.unsearched()).hasSize(1);
        assertThat(search.unsearched().get(0).namespace()).isEqualTo("shop");
        assertThat(search.unsearched().get(0).why()).contains("system:serviceaccount:shop:edgewise-tenant");
    }
}
