package dev.edgewise.networkprobe.agent.echo;

/**
 * The sender of echo requests.
 *
 * @param id chosen at random when the agent starts
 * @param keys by which others know that it is an agent
 */
public record EchoRequestSigner(long id, EchoKeys keys) {
    /** Returns a request that is ready to be sent to that node. */
    public EchoPacket request(EchoTarget target, long sequence, long sentNanos) {
        return keys.sign(EchoPacket.request(id, sequence, sentNanos), target);
    }
}
