package dev.edgewise.networkprobe.agent;

import dev.edgewise.networkprobe.agent.loop.AgentLog;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.CompletionException;

/**
 * Runs the agent of a node until it is stopped. Ends with 1 if it cannot work, with 2 if it is set up wrongly.
 */
public final class AgentMain {
    private static final int FAILED = 1;
    private static final int WRONG_SETTINGS = 2;

    private AgentMain() {}

    public static void main(String[] args) {
        AgentLog log = new AgentLog(System.out, Clock.systemUTC());
        int status = run(log);
        if (status != 0) {
            Runtime.getRuntime().halt(status);
        }
    }

    private static int run(AgentLog log) {
        try {
            AgentSettings settings = AgentSettings.from(System.getenv());
            Agent agent = new Agent(settings, new SecureRandom(), log);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(agent, log), "stop"));
            agent.start();
            log.info("Started; node=" + settings.coordinator().node() + " port=" + agent.port() + " healthPort="
                    + agent.healthPort() + " coordinator="
                    + settings.coordinator().url());
            agent.end().join();
            return 0;
        } catch (AgentSettings.InvalidException e) {
            System.err.println(e.getMessage());
            return WRONG_SETTINGS;
        } catch (IOException | CompletionException e) {
            log.error("Ended with an error", e);
            return FAILED;
        }
    }

    private static void stop(Agent agent, AgentLog log) {
        try {
            agent.close();
            log.info("Stopped");
        } catch (IOException e) {
            log.warn("Stopping failed; cause=" + e);
        }
    }
}
