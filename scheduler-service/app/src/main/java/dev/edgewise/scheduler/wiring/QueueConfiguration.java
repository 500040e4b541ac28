package dev.edgewise.scheduler.wiring;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.queue.QueueObserver;
import dev.edgewise.scheduler.queue.QueueWaitingTimes;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The queue, with the pauses of the settings. */
@Configuration(proxyBeanMethods = false)
class QueueConfiguration {
    @Bean
    SchedulingQueue schedulingQueue(Ticker ticker, QueueProperties properties, QueueObserver observer) {
        QueueWaitingTimes times = new QueueWaitingTimes(
                new Backoff(properties.initialBackoff(), properties.maxBackoff()), properties.unschedulableTimeout());
        return new SchedulingQueue(ticker, times, observer);
    }
}
