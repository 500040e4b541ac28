package dev.edgewise.scheduler.config;

import dev.edgewise.scheduler.cycle.CycleObserver;
import dev.edgewise.scheduler.cycle.PreBind;
import dev.edgewise.scheduler.queue.QueueObserver;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Ports that nothing serves yet: they do nothing unless something does. */
@Configuration(proxyBeanMethods = false)
class PlainConfiguration {
    @Bean
    @ConditionalOnMissingBean
    CycleObserver cycleObserver() {
        return CycleObserver.NONE;
    }

    @Bean
    @ConditionalOnMissingBean
    QueueObserver queueObserver() {
        return QueueObserver.NONE;
    }

    @Bean
    @ConditionalOnMissingBean
    PreBind preBind() {
        return PreBind.NONE;
    }
}
