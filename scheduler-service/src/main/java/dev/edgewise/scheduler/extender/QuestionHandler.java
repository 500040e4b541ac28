package dev.edgewise.scheduler.extender;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.extender.Buffers.Buffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.TimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.http.MediaType;

/**
 * The requests of one connection, one after the other. Each is answered by the thread that received its last byte: on a busy machine, to hand it to
 * another thread takes longer than to answer it.
 */
final class QuestionHandler extends SimpleChannelInboundHandler<HttpObject> {
    private static final Logger LOG = LoggerFactory.getLogger(QuestionHandler.class);

    /** Scores have room for this many times their question from the beginning, as short names need; other answers for as much as it took. */
    private static final int GROWTH = 4;

    private static final int LEAST_ROOM = 1024;
    private static final int MOST_ROOM = 1024 * 1024;
    /** Of an array. */
    private static final int LONGEST = Integer.MAX_VALUE - Long.BYTES;

    private static final Duration UNUSED = Duration.ofMinutes(5);
    /** For a head, whose bytes are not seen here: a connection is not to be held by a few of them now and then. */
    private static final Duration LONGEST_HEAD = Duration.ofSeconds(10);

    private final Function<HttpRequest, Received> receiver;
    private final Buffers buffers;
    private final Tally tally;
    private final Ticker ticker;
    private @Nullable Received current;
    /** When the last request ended; null before the first. */
    private @Nullable Long ended;

    /** When something came of a head of which not all is here; null where none is waited for. */
    private @Nullable Long headBegun;
    /** Whether the read that is under way brought more than a part of a head. */
    private boolean hasDecoded;

    private boolean isEnding;

    /** The connection is to end once what has begun to come in is answered. */
    enum Ending {
        ENDING
    }

    /** @param receiver begins to receive a request */
    QuestionHandler(Function<HttpRequest, Received> receiver, Buffers buffers, Tally tally, Ticker ticker) {
        this.receiver = receiver;
        this.buffers = buffers;
        this.tally = tally;
        this.ticker = ticker;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        headBegun = null;
        hasDecoded = true;
        if (part instanceof HttpRequest request && !isEnding) {
            current = receiver.apply(request);
        }
        Received received = current;
        if (received == null) {
            return;
        }
        if (part instanceof HttpContent content) {
            received.add(content);
        }
        if (part instanceof LastHttpContent || received.isGivenUp()) {
            answer(context, received);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) throws Exception {
        Received received = current;
        // Here, not where parts are read: of a trailer or a chunk's length there is none until all of it has come.
        if (received != null && received.giveUpIfLate()) {
            answer(context, received);
        } else if (received == null && !hasDecoded) {
            moreOfHead(context);
        }
        hasDecoded = false;
        super.channelReadComplete(context);
    }

    private void moreOfHead(ChannelHandlerContext context) {
        Long begun = headBegun;
        if (begun == null) {
            headBegun = ticker.nanos();
        } else if (ticker.since(begun).compareTo(LONGEST_HEAD) > 0) {
            context.close();
        }
    }

    private void answer(ChannelHandlerContext context, Received received) {
        current = null;
        ended = ticker.nanos();
        isEnding |= received.isGivenUp();
        try (received) {
            received.requireAccepted();
            send(context, answered(received));
        } catch (RuntimeException e) {
            refuse(context, received, e);
        }
    }

    private Buffer answered(Received received) {
        long growth = received.verb() == Verb.PRIORITIZE ? GROWTH : 1;
        int room = (int) Math.min(growth * received.length() + LEAST_ROOM, MOST_ROOM);
        Buffer output = buffers.open(room, LONGEST);
        boolean isAnswered = false;
        try {
            received.answer(output);
            isAnswered = true;
            return output;
        } finally {
            if (!isAnswered) {
                output.release();
            }
        }
    }

    private void send(ChannelHandlerContext context, Buffer output) {
        Body answer = output.body();
        FullHttpResponse response = response(
                HttpResponseStatus.OK,
                MediaType.APPLICATION_JSON_VALUE,
                Unpooled.wrappedBuffer(answer.bytes(), 0, answer.length()));
        send(context, response).addListener(sent -> output.release());
    }

    private void refuse(ChannelHandlerContext context, Received received, RuntimeException cause) {
        Refusal refusal = Refusal.of(cause);
        Verb verb = received.verb();
        if (verb != null) {
            tally.refused(verb, cause, received.begun());
        }
        if (refusal.internal()) {
            LOG.error("A request failed", cause);
        }
        FullHttpResponse response = response(
                HttpResponseStatus.valueOf(refusal.status().value()),
                MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                Unpooled.wrappedBuffer(refusal.json()));
        refusal.headers().forEach((name, values) -> response.headers().set(name, values));
        send(context, response);
    }

    private static FullHttpResponse response(HttpResponseStatus status, String contentType, ByteBuf content) {
        FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content);
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, contentType);
        HttpUtil.setContentLength(response, content.readableBytes());
        return response;
    }

    private ChannelFuture send(ChannelHandlerContext context, FullHttpResponse response) {
        if (isEnding) {
            HttpUtil.setKeepAlive(response, false);
        }
        return context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    /** Who does not take its answers is not read from. */
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) throws Exception {
        context.channel().config().setAutoRead(context.channel().isWritable());
        super.channelWritabilityChanged(context);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event instanceof IdleStateEvent idle) {
            // The first may come before this thread has read what has come meanwhile.
            if (!idle.isFirst()) {
                silent(context);
            }
        } else if (event instanceof Ending) {
            isEnding = true;
            endUnlessBusy(context);
        } else {
            super.userEventTriggered(context, event);
        }
    }

    /** Nothing has come for a while. */
    private void silent(ChannelHandlerContext context) {
        Received received = current;
        if (received != null) {
            received.stalled();
            answer(context, received);
        } else if (ended == null || ticker.since(ended).compareTo(UNUSED) > 0) {
            context.close();
        }
    }

    private void endUnlessBusy(ChannelHandlerContext context) {
        if (current == null) {
            // Once what was written before is sent.
            context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        if (current != null) {
            current.close();
            current = null;
        }
        super.channelInactive(context);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        boolean ofCaller =
                cause instanceof IOException || cause instanceof DecoderException || cause instanceof TimeoutException;
        LOG.atLevel(ofCaller ? Level.DEBUG : Level.ERROR).setCause(cause).log("A connection of the extender ends");
        context.close();
    }
}
