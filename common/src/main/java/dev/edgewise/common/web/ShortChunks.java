package dev.edgewise.common.web;

import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/** Limits what may stand beside the content of a chunked body: nobody needs any, and each byte may come as late as the next read is waited for. */
final class ShortChunks implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {
    private static final int MOST_BYTES = 16;

    @Override
    public void customize(ConfigurableTomcatWebServerFactory server) {
        server.addConnectorCustomizers(connector -> {
            if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> protocol) {
                protocol.setMaxExtensionSize(MOST_BYTES);
                protocol.setMaxTrailerSize(MOST_BYTES);
            }
        });
    }
}
