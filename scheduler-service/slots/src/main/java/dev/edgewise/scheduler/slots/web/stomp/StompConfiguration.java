package dev.edgewise.scheduler.slots.web.stomp;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.slots.SlotsProperties;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import dev.edgewise.scheduler.slots.web.SlotsReadiness;
import java.util.List;
import java.util.Map;
import org.apache.tomcat.websocket.server.WsSci;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.socket.server.standard.StandardWebSocketUpgradeStrategy;
import org.springframework.web.socket.server.support.DefaultHandshakeHandler;
import org.springframework.web.socket.server.support.OriginHandshakeInterceptor;
import org.springframework.web.socket.server.support.WebSocketHttpRequestHandler;
import tools.jackson.databind.json.JsonMapper;

/** The WebSocket at {@code /scheduler}. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StompProperties.class)
class StompConfiguration {
    /** Before the pages, which would answer that nothing is there. */
    private static final int ORDER = 1;

    @Bean
    StompSessions stompSessions(StompProperties properties) {
        return new StompSessions(properties.maxSessions());
    }

    @Bean
    StompBroker stompBroker(
            AccessGuard guard, ExternalViews views, StompProperties properties, StompSessions sessions, Ticker ticker) {
        return new StompBroker(
                new StompAdmission(guard, sessions, views.namespace(), properties.maxSubscriptions()),
                sessions,
                ticker);
    }

    @Bean
    StompServer stompServer(StompBroker broker, ExternalViews views, JsonMapper json) {
        return new StompServer(broker, views, json);
    }

    @Bean
    LifecyclePhase stompLifecycle(StompServer server, SlotObjects objects, SlotsReadiness readiness) {
        return new LifecyclePhase(
                LifecyclePhase.ANNOUNCE,
                () -> {
                    if (readiness.isEnabled()) {
                        server.start(objects);
                    }
                },
                server::stop);
    }

    @Bean
    HandlerMapping stompMapping(StompBroker broker, SlotsReadiness readiness, StompSessions sessions, Ticker ticker) {
        WebSocketHttpRequestHandler handler = new WebSocketHttpRequestHandler(
                new SessionLimits(broker.sessions(), sessions, ticker),
                new DefaultHandshakeHandler(new StandardWebSocketUpgradeStrategy()));
        handler.setHandshakeInterceptors(
                List.of(new OriginHandshakeInterceptor(), new StompHandshake(sessions, readiness)));
        return new SimpleUrlHandlerMapping(Map.of("/scheduler", handler), ORDER);
    }

    /** Tomcat's part of WebSockets, which costs each start some time. */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> webSockets(SlotsProperties properties) {
        return server -> {
            if (properties.enabled()) {
                server.addContextCustomizers(context -> context.addServletContainerInitializer(new WsSci(), null));
            }
        };
    }
}
