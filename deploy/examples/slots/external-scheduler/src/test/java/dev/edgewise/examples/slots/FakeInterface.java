package dev.edgewise.examples.slots;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.websocket.server.WsContextListener;
import tools.jackson.databind.json.JsonMapper;

/**
 * The public interface of slots over real HTTP and a real WebSocket, on a free port, with a {@link FakeCluster} behind
 * it.
 */
final class FakeInterface implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    final FakeCluster cluster = new FakeCluster();
    final FakeBroker broker = new FakeBroker();
    private final Tomcat tomcat = new Tomcat();
    private volatile String authorization = "";

    FakeInterface(Path directory) throws LifecycleException, DeploymentException {
        cluster.onChange(broker::send);
        tomcat.setBaseDir(directory.toString());
        tomcat.setPort(0);
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "external", new External());
        context.addServletMappingDecoded("/external/*", "external");
        // The filter that upgrades to a WebSocket runs only where a servlet answers otherwise.
        Tomcat.addServlet(context, "default", new HttpServlet() {
            private static final long serialVersionUID = 1L;
        });
        context.addServletMappingDecoded("/", "default");
        context.addApplicationListener(WsContextListener.class.getName());
        tomcat.getConnector();
        tomcat.start();
        ServerContainer sockets =
                (ServerContainer) context.getServletContext().getAttribute(ServerContainer.class.getName());
        sockets.addEndpoint(ServerEndpointConfig.Builder.create(FakeBroker.Endpoint.class, "/scheduler")
                .subprotocols(List.of("v12.stomp"))
                .configurator(broker.configurator())
                .build());
    }

    URI address() {
        return URI.create("http://localhost:" + tomcat.getConnector().getLocalPort());
    }

    /** Header of the last request. */
    String authorization() {
        return authorization;
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    private final class External extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            authorization = String.valueOf(request.getHeader("Authorization"));
            String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            FakeCluster.Answer answer = cluster.answer(
                    request.getMethod(), request.getPathInfo(), body.isEmpty() ? null : JSON.readTree(body));
            response.setStatus(answer.status());
            if (answer.body() != null) {
                response.setContentType("application/json");
                response.getOutputStream().write(JSON.writeValueAsBytes(answer.body()));
            }
        }
    }
}
