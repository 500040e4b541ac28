package dev.edgewise.networkprobe.coordinator.web;

import dev.edgewise.networkprobe.sources.ConditionalOnRttSource;
import dev.edgewise.networkprobe.sources.Source;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.TomcatProtocolHandlerCustomizer;
import org.springframework.stereotype.Component;

/**
 * Each agent keeps a connection from round to round, and each connection has a buffer for each direction: 8 KiB as they come, 80 MB
 * for 5,000 agents. Small ones do, as what is larger goes past them, to and from the buffers of the request.
 */
@Component
@ConditionalOnRttSource(Source.AGENTS)
class AgentConnectorCustomizer implements TomcatProtocolHandlerCustomizer<AbstractHttp11Protocol<?>> {
    private static final String BYTES = "512";

    @Override
    public void customize(AbstractHttp11Protocol<?> http) {
        http.setProperty("socket.appReadBufSize", BYTES);
        http.setProperty("socket.appWriteBufSize", BYTES);
    }
}
