package dev.edgewise.scheduler.extender;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerExpectContinueHandler;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.handler.timeout.WriteTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.PortInUseException;

/**
 * The port of the extender, with threads of its own, on none of which a caller is waited for: one that stalls holds a connection, and nothing else.
 */
final class ExtenderServer {
    private static final Logger LOG = LoggerFactory.getLogger(ExtenderServer.class);

    /** Questions that are answered at a time: a kube-scheduler has one at a time, but for preemption. */
    private static final int THREADS = 16;

    /** A kube-scheduler has some, of which most are idle. */
    private static final int CONNECTIONS = 256;

    /** Enough for a caller that has begun. */
    static final Duration SILENT = Duration.ofSeconds(1);

    /** For one who does not take its answer. */
    private static final int WRITE_SECONDS = 5;

    private static final int MOST_READ = 64 * 1024;

    private final @Nullable Integer port;
    private final @Nullable ExtenderTls tls;
    private final Supplier<ChannelHandler> questions;
    private final Duration longest;
    private final Duration silent;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private volatile boolean isEnding;
    private @Nullable EventLoopGroup accepting;
    private @Nullable EventLoopGroup threads;
    private @Nullable Channel listening;

    /**
     * @param port 0 for any free one; null for none
     * @param tls null for plain HTTP
     * @param questions makes what answers the requests of a connection
     * @param longest how long a question may take: it is waited for in the end
     * @param silent a connection is looked at when nothing has come for so long, and again when nothing has come for twice as long
     */
    ExtenderServer(
            @Nullable Integer port,
            @Nullable ExtenderTls tls,
            Supplier<ChannelHandler> questions,
            Duration longest,
            Duration silent) {
        this.port = port;
        this.tls = tls;
        this.questions = questions;
        this.longest = longest;
        this.silent = silent;
    }

    synchronized void start() {
        if (port == null) {
            return;
        }
        isEnding = false;
        accepting = threads(1, "extender-accept");
        threads = threads(THREADS, "extender");
        try {
            listening = new ServerBootstrap()
                    .group(accepting, threads)
                    .channel(NioServerSocketChannel.class)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childOption(
                            ChannelOption.RECVBUF_ALLOCATOR,
                            new AdaptiveRecvByteBufAllocator(2048, MOST_READ / 4, MOST_READ))
                    .childHandler(new Connections())
                    .bind(port)
                    .syncUninterruptibly()
                    .channel();
        } catch (Exception e) {
            end(accepting);
            end(threads);
            PortInUseException.throwIfPortBindingException(e, () -> port);
            throw new IllegalStateException("the extender cannot listen on port " + port, e);
        }
        LOG.info("The extender listens; port={}", port());
    }

    private static EventLoopGroup threads(int number, String name) {
        return new MultiThreadIoEventLoopGroup(number, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
    }

    /** Where it listens; below 0 if it does not. */
    synchronized int port() {
        return listening == null ? -1 : ((InetSocketAddress) listening.localAddress()).getPort();
    }

    private final class Connections extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel connection) {
            connections.add(connection);
            if (isEnding || connections.size() > CONNECTIONS) {
                connection.close();
                return;
            }
            ChannelPipeline pipeline = connection.pipeline();
            pipeline.addLast(new IdleStateHandler(silent.toMillis(), 0, 0, TimeUnit.MILLISECONDS));
            if (tls != null) {
                pipeline.addLast(new SslHandler(tls.engine()));
            }
            pipeline.addLast(
                    new WriteTimeoutHandler(WRITE_SECONDS),
                    new HttpServerCodec(new HttpDecoderConfig().setMaxChunkSize(MOST_READ)),
                    new HttpServerExpectContinueHandler(),
                    new HttpServerKeepAliveHandler(),
                    questions.get());
        }
    }

    /** Answers what has begun to come in. */
    synchronized void stop() {
        if (threads == null || accepting == null || listening == null) {
            return;
        }
        isEnding = true;
        listening.close().awaitUninterruptibly();
        listening = null;
        connections.forEach(connection -> connection.pipeline().fireUserEventTriggered(QuestionHandler.Ending.ENDING));
        connections.newCloseFuture().awaitUninterruptibly(longest.toMillis());
        end(accepting);
        end(threads);
    }

    private static void end(EventLoopGroup group) {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
