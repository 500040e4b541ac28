package dev.edgewise.kubernetes.autoconfigure;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A fabric8 client that uses the configuration as it was read last: where that is another, as credentials were renewed,
 * each call goes to a new client. The one before is closed when it is renewed again, so that requests under way end.
 * Thread-safe.
 */
final class ReloadingClient implements InvocationHandler {
    private final Supplier<Config> configs;
    private final Function<Config, KubernetesClient> maker;
    private @Nullable Config config;
    private @Nullable KubernetesClient client;
    private @Nullable KubernetesClient former;

    private ReloadingClient(Supplier<Config> configs, Function<Config, KubernetesClient> maker) {
        this.configs = configs;
        this.maker = maker;
    }

    /**
     * Makes such a client, which connects with the first call.
     *
     * @param configs the configuration that holds now; another object once it is another
     */
    static KubernetesClient of(Supplier<Config> configs, Function<Config, KubernetesClient> maker) {
        return (KubernetesClient) Proxy.newProxyInstance(
                ReloadingClient.class.getClassLoader(),
                new Class<?>[] {KubernetesClient.class},
                new ReloadingClient(configs, maker));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> arguments != null && proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "client of " + configs.get().getMasterUrl();
            };
        }
        if (method.getName().equals("close")) {
            close();
            return null;
        }
        try {
            return method.invoke(current(), arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException();
        }
    }

    private synchronized KubernetesClient current() {
        Config now = configs.get();
        KubernetesClient known = client;
        if (known != null && config == now) {
            return known;
        }
        KubernetesClient made = maker.apply(now);
        close(former);
        former = known;
        client = made;
        config = now;
        return made;
    }

    private synchronized void close() {
        close(former);
        close(client);
        former = null;
    }

    private static void close(@Nullable KubernetesClient client) {
        if (client != null) {
            client.close();
        }
    }
}
