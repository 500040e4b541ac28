package dev.edgewise.sandbox.run;

import dev.edgewise.testkit.ResourceCloser;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** One run of the sandbox, from nothing to what a scenario shows, and back to nothing. */
public final class SandboxRun implements AutoCloseable {
    private static final int STOPPED = 1;

    private final Settings settings;
    private final PrintStream out;
    private final PrintStream err;
    private final ResourceCloser closer = new ResourceCloser();

    public SandboxRun(Settings settings, PrintStream out, PrintStream err) {
        this.settings = settings;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs; where a scenario has no end it returns only when a part dies.
     *
     * @return the exit status: 0 if all is as it should be, else 1
     * @throws SandboxException if it cannot run
     */
    public int run() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + settings.timeout().toNanos();
        Scenario scenario = settings.scenario().prepare(settings);
        WorkDirectory work = closer.add(new WorkDirectory());
        LibraryLogRedirect.to(work.log("sandbox"));
        ServiceStarter services = new ServiceStarter(settings.home(), work);
        List<ScenarioService> parts = ScenarioService.with(settings.properties(), scenario.parts(services, work));
        services.check(parts);

        err.println("Edgewise sandbox: " + scenario.summary() + " (seed " + settings.seed() + ")");
        Progress progress = closer.add(settings.live() ? new LiveProgress(err) : new PlainProgress(err));
        Startup startup = new Startup(settings, services, work, scenario, progress, closer, deadline);
        try {
            Startup.Running running = startup.start(parts);
            if (settings.export() != null) {
                closer.add(new Export(settings.export(), running.services()).start());
            }
            return scenario.play(new StartedSandbox(settings, startup, running, work, progress, closer, out, deadline));
        } catch (RuntimeException e) {
            // After a signal, parts are closed while others use them, or wait until they are ready.
            if (closer.isClosed()) {
                return STOPPED;
            }
            if (e instanceof SandboxException) {
                work.keep();
            }
            throw e;
        } finally {
            progress.close();
        }
    }

    /** Stops all that was started; safe to call twice and from another thread. */
    @Override
    public void close() {
        closer.close();
    }
}
