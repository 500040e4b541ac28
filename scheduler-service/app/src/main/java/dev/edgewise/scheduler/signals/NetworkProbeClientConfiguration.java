package dev.edgewise.scheduler.signals;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.discovery.ServiceClients;
import dev.edgewise.scheduler.cycle.MeasurementRequester;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The client of network-probe, which measures on request. */
@Configuration(proxyBeanMethods = false)
class NetworkProbeClientConfiguration {
    private static final int MOST_WAITING = 100;

    @Bean(destroyMethod = "shutdownNow")
    ExecutorService probeThread() {
        ThreadPoolExecutor thread =
                new ThreadPoolExecutor(1, 1, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), task -> {
                    Thread created = new Thread(task, "direct-probes");
                    created.setDaemon(true);
                    return created;
                });
        thread.allowCoreThreadTimeOut(true);
        return thread;
    }

    @Bean
    MeasurementRequester requester(
            NetworkProbeClientProperties properties,
            ServiceClients services,
            ExecutorService probeThread,
            Ticker ticker) {
        ServiceClients.Target target = new ServiceClients.Target(
                "network-probe", properties.url(), properties.timeout(), properties.tokenFile());
        ReprobeRequester.Settings settings = new ReprobeRequester.Settings(properties.nodes(), properties.interval());
        return new ReprobeRequester(services.create(NetworkProbeClient.class, target), settings, probeThread, ticker);
    }
}
