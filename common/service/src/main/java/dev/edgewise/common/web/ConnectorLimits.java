package dev.edgewise.common.web;

import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * What Tomcat must not read of its own, as it has no limit of time for a whole body. No body is a form: who sends a pod without saying that it is
 * JSON has it read all the same. And nobody needs more than a few bytes beside the content of chunks.
 */
final class ConnectorLimits implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {
    private static final int MOST_BESIDE_CHUNKS = 16;

    @Override
    public void customize(ConfigurableTomcatWebServerFactory server) {
        server.addEngineValves(new UnreadBodyValve());
        server.addConnectorCustomizers(connector -> {
            connector.setParseBodyMethods("NONE");
            if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> protocol) {
                protocol.setMaxExtensionSize(MOST_BESIDE_CHUNKS);
                protocol.setMaxTrailerSize(MOST_BESIDE_CHUNKS);
            }
        });
    }
}
