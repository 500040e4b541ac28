package dev.edgewise.kubernetes.autoconfigure.forward;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.OnLeader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

class AnsweringReplicaCheckTest {
    static class Silent {
        public void silent() {}

        @OnLeader
        public void ofLeader() {}

        @OnAnyReplica(from = "its settings")
        public void ofAny() {}

        @OnLeader
        @OnAnyReplica(from = "its settings")
        public void ofBoth() {}
    }

    @OnLeader
    static class Leading {
        public void silent() {}
    }

    private static AnsweringReplicaCheck replicas(String path, Object controller, String method) throws Exception {
        RequestMappingHandlerMapping mapping = new RequestMappingHandlerMapping();
        mapping.registerMapping(
                RequestMappingInfo.paths(path).build(),
                controller,
                controller.getClass().getMethod(method));
        return new AnsweringReplicaCheck(List.of(mapping));
    }

    @Test
    void aMethodThatDoesNotSayWhichReplicaAnswersEndsTheStart() throws Exception {
        AnsweringReplicaCheck silent = replicas("/api/v1/problems", new Silent(), "silent");
        assertThatThrownBy(silent::afterSingletonsInstantiated)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("/api/v1/problems")
                .hasMessageEndingWith("must have either @OnLeader or @OnAnyReplica");
    }

    @Test
    void theInterfaceOfOtherClientsSaysItToo() throws Exception {
        AnsweringReplicaCheck silent = replicas("/external/jobs", new Silent(), "silent");
        assertThatThrownBy(silent::afterSingletonsInstantiated).hasMessageContaining("/external/jobs");
    }

    @Test
    void aMethodThatSaysBothEndsTheStart() throws Exception {
        AnsweringReplicaCheck both = replicas("/api/v1/problems", new Silent(), "ofBoth");
        assertThatThrownBy(both::afterSingletonsInstantiated).hasMessageContaining("ofBoth");
    }

    @Test
    void methodsOrTheirClassSayIt() throws Exception {
        for (AnsweringReplicaCheck said : List.of(
                replicas("/api/v1/problems", new Silent(), "ofLeader"),
                replicas("/api/v1/problems", new Silent(), "ofAny"),
                replicas("/api/v1/problems", new Leading(), "silent"),
                replicas("/index.html", new Silent(), "silent"))) {
            assertThatCode(said::afterSingletonsInstantiated).doesNotThrowAnyException();
        }
    }
}
