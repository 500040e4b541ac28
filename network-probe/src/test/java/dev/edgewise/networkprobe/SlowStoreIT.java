package dev.edgewise.networkprobe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.signal.RowListener;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.SignalSubscription;
import dev.edgewise.common.signal.WriterLock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A store that takes a write and does not answer: the coordinator plans on meanwhile. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "edgewise.store=memory",
            "edgewise.security.auth=none",
            "edgewise.network-probe.sources=agents",
            "edgewise.network-probe.agents.round=200ms"
        })
@DirtiesContext
class SlowStoreIT {
    private static final Cluster cluster = new Cluster();
    private static final CountDownLatch writing = new CountDownLatch(1);
    private static final CountDownLatch end = new CountDownLatch(1);

    @LocalServerPort
    int port;

    @TestConfiguration
    static class Slowness {
        @Bean
        static BeanPostProcessor slowStores() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof SignalStores stores ? new SlowStores(stores) : bean;
                }
            };
        }
    }

    private record SlowStores(SignalStores stores) implements SignalStores {
        @Override
        public <V> SignalStore<V> of(SignalKind<V> kind) {
            return new SlowStore<>(stores.of(kind));
        }

        @Override
        public WriterLock writerOf(SignalKind<?> kind) {
            return stores.writerOf(kind);
        }
    }

    private record SlowStore<V>(SignalStore<V> store) implements SignalStore<V> {
        @Override
        public void read(RowListener<V> each) {
            store.read(each);
        }

        @Override
        public void publish(String row, Map<String, V> values) {
            hang();
        }

        @Override
        public void replace(String row, Map<String, V> values) {
            hang();
        }

        private static void hang() {
            writing.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void announceAll() {
            store.announceAll();
        }

        @Override
        public void dropNodes(Set<String> nodes) {
            store.dropNodes(nodes);
        }

        @Override
        public SignalSubscription follow(RowListener<V> listener) {
            return store.follow(listener);
        }
    }

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) {
        registry.add("edgewise.kubernetes.kubeconfig", cluster::kubeconfig);
        cluster.nodesWithAgents("a", "b");
    }

    @AfterAll
    static void stop() {
        end.countDown();
        cluster.close();
    }

    @Test
    void aNodeThatJoinsWhileTheStoreHangsIsMeasured() throws Exception {
        Http http = new Http(port);
        await().untilAsserted(() -> assertThat(peers(http)).contains("\"b\""));
        String report = "{\"session\":\"00000000000000aa\",\"round\":1,\"sentAtMillis\":1,"
                + "\"results\":[{\"to\":\"b\",\"via\":\"udp\",\"sent\":5,\"rttMicros\":[700]}]}";
        assertThat(http.post("/api/v1/reports/a", report).statusCode()).isLessThan(300);
        writing.await();

        cluster.nodesWithAgents("c");

        await().untilAsserted(() -> assertThat(peers(http)).contains("\"c\""));
    }

    private static String peers(Http http) throws Exception {
        return http.get("/api/v1/peers/a").body();
    }
}
