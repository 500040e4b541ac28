package dev.edgewise.global.callback;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.view.RequestStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import tools.jackson.databind.json.JsonMapper;

/** Callbacks: each replica delivers those of its requests. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CallbackProperties.class)
class CallbackConfiguration {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int THREADS = 8;
    private static final int OF_ONE_NAMESPACE = 2;
    private static final int MOST_WAITING = 100;

    @Bean
    CallbackTargets callbackTargets(CallbackProperties properties) {
        return new CallbackTargets(properties.allowedHosts(), InetAddress::getAllByName);
    }

    @Bean
    CallbackSender callbackSender(
            CallbackTargets targets,
            CallbackProgressStore records,
            CallbackProperties properties,
            Clock clock,
            JsonMapper json) {
        SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
        return new HttpCallbackSender(targets, records, tls, properties.timeout(), clock, json);
    }

    /** A slow address holds one thread for the time that a delivery may take. */
    @Bean(destroyMethod = "shutdownNow")
    ExecutorService callbackThreads() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                1,
                TimeUnit.MINUTES,
                new LinkedBlockingQueue<>(),
                new CustomizableThreadFactory("callbacks-"));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    @Bean
    ProgressLoop callbackLoop(
            RequestStore store,
            CallbackProgressStore records,
            CallbackSender sender,
            CallbackProperties properties,
            ExecutorService callbackThreads,
            Clock clock,
            Ticker ticker,
            MeterRegistry meters) {
        NamespaceFairExecutor turns =
                new NamespaceFairExecutor(callbackThreads, THREADS, OF_ONE_NAMESPACE, MOST_WAITING);
        CallbackDeliveries deliveries =
                new CallbackDeliveries(store, records, sender, properties, turns, clock, meters);
        return new ProgressLoop("callbacks", deliveries::step, PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase callbackPhase(ProgressLoop callbackLoop) {
        return LifecyclePhase.of(LifecyclePhase.LEAD, callbackLoop);
    }
}
