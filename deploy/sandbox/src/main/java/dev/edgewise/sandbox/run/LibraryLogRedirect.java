package dev.edgewise.sandbox.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Sends what libraries log to a file: the terminal is for the user. */
final class LibraryLogRedirect {
    private LibraryLogRedirect() {}

    static void to(Path file) throws IOException {
        LogManager.getLogManager().reset();
        Handler handler = new FileHandler(file.toString());
        handler.setFormatter(new SimpleFormatter());
        Logger.getLogger("").addHandler(handler);
    }
}
