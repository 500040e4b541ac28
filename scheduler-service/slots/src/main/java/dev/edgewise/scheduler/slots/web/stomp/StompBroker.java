package dev.edgewise.scheduler.slots.web.stomp;

import dev.edgewise.common.time.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.Message;
import org.springframework.messaging.simp.SimpMessageHeaderAccessor;
import org.springframework.messaging.simp.SimpMessageType;
import org.springframework.messaging.simp.broker.SimpleBrokerMessageHandler;
import org.springframework.messaging.support.ExecutorSubscribableChannel;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.util.MimeTypeUtils;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.messaging.StompSubProtocolHandler;
import org.springframework.web.socket.messaging.SubProtocolWebSocketHandler;

/**
 * Takes subscriptions by STOMP and sends messages to those who have subscribed. Spring's simple broker does the work;
 * it is put together here by hand, since its usual beans would be there in each start, also without batch slots. One
 * thread sends, so that no client gets messages in another order.
 */
final class StompBroker {
    /** Largest frame of a client. */
    private static final int FRAME_BYTES = 16 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(StompBroker.class);
    private static final Duration CHECK_EVERY = Duration.ofSeconds(1);
    private static final int WAITING_MESSAGES = 10_000;
    private static final long[] HEARTBEAT_MILLIS = {10_000, 10_000};

    private final ThreadPoolTaskExecutor senders = new ThreadPoolTaskExecutor();
    private final ThreadPoolTaskScheduler heartbeats = new ThreadPoolTaskScheduler();
    private final ExecutorSubscribableChannel toBroker = new ExecutorSubscribableChannel();
    private final StompSessions known;
    private final Ticker ticker;
    private final AtomicBoolean isDisconnecting = new AtomicBoolean();
    private final SubProtocolWebSocketHandler sessions;
    private final SimpleBrokerMessageHandler broker;

    StompBroker(StompAdmission admission, StompSessions known, Ticker ticker) {
        this.known = known;
        this.ticker = ticker;
        senders.setThreadNamePrefix("stomp-send-");
        senders.setCorePoolSize(1);
        senders.setMaxPoolSize(1);
        senders.setQueueCapacity(WAITING_MESSAGES);
        // A thread that publishes then waits: no message is lost, and none overtakes another.
        senders.setRejectedExecutionHandler(StompBroker::waitForPlace);
        heartbeats.setThreadNamePrefix("stomp-heartbeat-");
        ExecutorSubscribableChannel fromClients = new ExecutorSubscribableChannel();
        fromClients.addInterceptor(admission);
        ExecutorSubscribableChannel toClients = new ExecutorSubscribableChannel(senders);
        sessions = new SubProtocolWebSocketHandler(fromClients, toClients);
        StompSubProtocolHandler protocol = new StompErrorFrameHandler(toClients);
        protocol.setMessageSizeLimit(FRAME_BYTES);
        sessions.addProtocolHandler(protocol);
        broker = new SimpleBrokerMessageHandler(fromClients, toClients, toBroker, List.of(Topic.PREFIX));
        broker.setTaskScheduler(heartbeats);
        broker.setHeartbeatValue(HEARTBEAT_MILLIS.clone());
    }

    /** The handler of WebSocket sessions. */
    WebSocketHandler sessions() {
        return sessions;
    }

    /** Returns the number of clients that are connected. */
    int connected() {
        return known.connected();
    }

    /** Closes all sessions, in another thread; clients may connect again. */
    void disconnectAll() {
        if (isDisconnecting.compareAndSet(false, true)) {
            heartbeats.execute(() -> {
                isDisconnecting.set(false);
                sessions.stop();
                sessions.start();
            });
        }
    }

    private static void waitForPlace(Runnable message, ThreadPoolExecutor pool) {
        try {
            while (!pool.isShutdown() && !pool.getQueue().offer(message, 1, TimeUnit.SECONDS)) {
                LOG.debug("Clients of STOMP are slow; waiting={}", WAITING_MESSAGES);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeLate() {
        for (WebSocketSession late : known.late(ticker.nanos())) {
            try {
                late.close(CloseStatus.POLICY_VIOLATION.withReason("no CONNECT frame in time"));
            } catch (IOException gone) {
                LOG.debug("A client of STOMP has gone", gone);
            }
            known.closed(late.getId());
        }
    }

    void start() {
        senders.initialize();
        heartbeats.initialize();
        broker.start();
        sessions.start();
        heartbeats.scheduleWithFixedDelay(this::closeLate, CHECK_EVERY);
    }

    /** Closes all sessions. */
    void stop() {
        sessions.stop();
        broker.stop();
        heartbeats.shutdown();
        senders.shutdown();
    }

    /** @param json of the message */
    void publish(Topic topic, byte[] json) {
        SimpMessageHeaderAccessor headers = SimpMessageHeaderAccessor.create(SimpMessageType.MESSAGE);
        headers.setDestination(topic.destination());
        headers.setContentType(MimeTypeUtils.APPLICATION_JSON);
        headers.setLeaveMutable(true);
        Message<byte[]> message = MessageBuilder.createMessage(json, headers.getMessageHeaders());
        toBroker.send(message);
    }
}
