package dev.edgewise.networkprobe.agent.echo;

import java.net.InetAddress;

/**
 * The limits of what an agent answers. Signed requests, those of strangers, and connections have a limit each, so that
 * none of them takes the share of another. A signed request counts for the session of its sender: behind a NAT many
 * agents have one address. A replay of one, here or at another node, counts as a stranger's. Not thread-safe.
 */
public final class EchoLimits {
    private final EchoKeys keys;
    private final EchoTarget own;
    private final ReplayFilter seen = new ReplayFilter();
    private final SourceRateLimits agents;
    private final SourceRateLimits strangers;
    private final SourceRateLimits connections;

    EchoLimits(
            EchoKeys keys,
            EchoTarget own,
            SourceRateLimits agents,
            SourceRateLimits strangers,
            SourceRateLimits connections) {
        this.keys = keys;
        this.own = own;
        this.agents = agents;
        this.strangers = strangers;
        this.connections = connections;
    }

    /**
     * Returns the limits that agents have.
     *
     * @param own the node of the agent
     */
    public static EchoLimits ofAgent(EchoKeys keys, EchoTarget own, long seed, long nowNanos) {
        return new EchoLimits(
                keys,
                own,
                SourceRateLimits.ofAgent(seed, nowNanos),
                SourceRateLimits.ofAgent(seed, nowNanos),
                SourceRateLimits.ofAgent(seed, nowNanos));
    }

    /** Whether this request is to be answered. */
    boolean admits(EchoPacket request, InetAddress source, long nowNanos) {
        boolean fromAgent = keys.isSigned(request, own) && seen.add(request.session(), request.sequence());
        return fromAgent ? agents.admits(request.session(), nowNanos) : strangers.admits(source, nowNanos);
    }

    /** Whether this source may open a connection. */
    boolean admitsConnection(InetAddress source, long nowNanos) {
        return connections.admits(source, nowNanos);
    }
}
