package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.loop.AgentLog;
import dev.edgewise.networkprobe.agent.loop.LoopWatchdog;
import dev.edgewise.networkprobe.agent.probe.Peer;
import dev.edgewise.networkprobe.agent.probe.PeerAssignment;
import dev.edgewise.networkprobe.agent.probe.Prober;
import dev.edgewise.networkprobe.protocol.PeerList;
import dev.edgewise.networkprobe.protocol.Report;
import dev.edgewise.networkprobe.protocol.ReportReply;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread that talks with the coordinator: asks for peers until it has some, and again when the coordinator says
 * that they changed, or after a while; hands in each round. While the coordinator is unreachable the last peers are
 * still measured.
 */
public final class Reporter implements Runnable {
    private static final long WAIT_MILLIS = 1_000;

    private final CoordinatorClient coordinator;
    private final PeerAddressResolver addresses;
    private final Prober prober;
    private final ReportQueue outbox;
    private final LoopWatchdog heartbeat;
    private final AgentLog log;
    private final ReportBackoff backoff;
    private @Nullable String tag;
    private boolean peersDue = true;
    private boolean peersKnown;
    private long peersAskedNanos;
    private long peersValidNanos;
    private boolean away;

    /**
     * @param addresses of peers that are listed by name
     * @param random when failed calls are repeated
     */
    public Reporter(
            CoordinatorClient coordinator,
            PeerAddressResolver addresses,
            Prober prober,
            ReportQueue outbox,
            LoopWatchdog heartbeat,
            AgentLog log,
            Random random) {
        this.coordinator = coordinator;
        this.addresses = addresses;
        this.prober = prober;
        this.outbox = outbox;
        this.heartbeat = heartbeat;
        this.log = log;
        this.backoff = new ReportBackoff(random);
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                heartbeat.beat();
                turn();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void turn() throws InterruptedException {
        try {
            if (addresses.takeChange()) {
                // The list is the same, what it means is not: it is asked for as if none were known.
                tag = null;
                peersDue = true;
            }
            if (peersDue || System.nanoTime() - peersAskedNanos > peersValidNanos) {
                askForPeers();
            }
            Report report = outbox.first(WAIT_MILLIS);
            if (report != null) {
                handIn(report);
            }
        } catch (IOException e) {
            failed(e);
        }
    }

    private void askForPeers() throws IOException {
        CoordinatorClient.Peers peers = coordinator.peers(tag);
        succeeded();
        peersDue = false;
        peersKnown = true;
        peersAskedNanos = System.nanoTime();
        if (peers != null) {
            tag = peers.tag();
            take(peers.list());
        }
    }

    private void take(PeerList list) {
        peersValidNanos = TimeUnit.MILLISECONDS.toNanos(list.validMillis());
        outbox.roundsPerReport(list.roundsPerReport());
        List<Peer> peers = addresses.locate(list.peers());
        prober.useKey(list.echoKey());
        prober.assign(new PeerAssignment(Duration.ofMillis(list.roundMillis()), list.echoes(), peers));
        log.info(
                "Measuring; peers=" + peers.size() + " echoes=" + list.echoes() + " roundMillis=" + list.roundMillis());
    }

    private void handIn(Report report) throws IOException {
        try {
            ReportReply reply = coordinator.report(report.withList(tag));
            outbox.remove(report);
            succeeded();
            peersDue |= reply.peersChanged();
            List<Peer> peers = addresses.locate(reply.probeNow());
            if (!peers.isEmpty()) {
                prober.probeNow(peers, reply.probeEchoes());
            }
        } catch (CoordinatorRefusedException e) {
            if (e.mayPass()) {
                throw e;
            }
            outbox.remove(report);
            // Whatever it did not like, the newest list is where both agree again.
            peersDue = true;
            log.warn("The coordinator refused a round, which is dropped; round=" + report.round() + " cause="
                    + e.getMessage());
        }
    }

    private void succeeded() {
        backoff.reset();
        if (away) {
            away = false;
            log.info("The coordinator answers again");
        }
    }

    /** Logged once for an outage: the operator of the coordinator has its own log. */
    private void failed(IOException cause) throws InterruptedException {
        if (!away && !Thread.currentThread().isInterrupted()) {
            away = true;
            log.warn("The coordinator cannot be used, retrying; peersKnown=" + peersKnown + " cause=" + cause);
        }
        Thread.sleep(backoff.nextMillis());
    }
}
