package dev.edgewise.sandbox;

import dev.edgewise.sandbox.evaluate.OptionValueParser;
import dev.edgewise.sandbox.run.SandboxException;
import dev.edgewise.sandbox.run.SandboxRun;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import picocli.CommandLine;

/** The command {@code deploy/sandbox/run}. */
public final class Sandbox {
    private Sandbox() {}

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        SandboxOptions options = new SandboxOptions(settings -> run(new SandboxRun(settings, out, err), err));
        System.exit(commandLine(options, err).execute(arguments));
    }

    /** @param err gets what is wrong with a command line */
    static CommandLine commandLine(SandboxOptions options, PrintStream err) {
        return new CommandLine(options).setParameterExceptionHandler((wrong, given) -> {
            err.println("sandbox: " + OptionValueParser.problem(wrong) + "\nTry deploy/sandbox/run --help");
            return CommandLine.ExitCode.USAGE;
        });
    }

    private static int run(SandboxRun run, PrintStream err) {
        try (run) {
            return run.run();
        } catch (SandboxException e) {
            err.println("sandbox: " + e.getMessage());
            return e.exitStatus();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } catch (Exception e) {
            Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
            err.println("sandbox: " + cause);
            return 1;
        }
    }
}
