package dev.edgewise.common.web;

import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * Keeps Tomcat from reading bodies itself, as it has no time limit for a whole body. No body is a form: a pod that is
 * sent without the content type of JSON is read all the same. Chunk extensions and trailers are limited to a few bytes.
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
