package dev.edgewise.scheduler.config;

import dev.edgewise.scheduler.cycle.CycleObserver;
import dev.edgewise.scheduler.cycle.PreBind;
import dev.edgewise.scheduler.queue.QueueObserver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Ports that nothing serves yet. */
@Configuration(proxyBeanMethods = false)
class PlainConfiguration {
    @Bean
    CycleObserver cycleObserver() {
        return CycleObserver.NONE;
    }

    @Bean
    QueueObserver queueObserver() {
        return QueueObserver.NONE;
    }

    @Bean
    PreBind preBind() {
        return PreBind.NONE;
    }
}
