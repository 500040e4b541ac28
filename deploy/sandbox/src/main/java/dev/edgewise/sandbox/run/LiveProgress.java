package dev.edgewise.sandbox.run;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** All steps at once, redrawn in place: for terminals. */
final class LiveProgress implements Progress {
    private static final String SPINNER = "|/-\\";
    private static final int REDRAW_MS = 100;
    private static final int WIDTH = 78;

    private final PrintStream out;
    private final List<Line> lines = new ArrayList<>();
    private final ScheduledExecutorService redraw = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "progress");
        thread.setDaemon(true);
        return thread;
    });
    private int drawn;
    private int turn;

    LiveProgress(PrintStream out) {
        this.out = out;
        redraw.scheduleWithFixedDelay(this::draw, REDRAW_MS, REDRAW_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized Step step(String name) {
        Line line = new Line(name);
        lines.add(line);
        return line;
    }

    private synchronized void draw() {
        StringBuilder screen = new StringBuilder();
        if (drawn > 0) {
            screen.append("\u001b[").append(drawn).append('A');
        }
        turn++;
        for (Line line : lines) {
            screen.append("\r\u001b[K")
                    .append(line.render(SPINNER.charAt(turn % SPINNER.length())))
                    .append('\n');
        }
        drawn = lines.size();
        out.print(screen);
        out.flush();
    }

    @Override
    public void close() {
        if (!redraw.isShutdown()) {
            redraw.shutdownNow();
            draw();
        }
    }

    /** One step as it looks now. */
    private static final class Line implements Step {
        private final String name;
        private final long start = System.nanoTime();
        private volatile String text = "";
        private volatile String mark = "";
        private volatile long end;

        Line(String name) {
            this.name = name;
        }

        @Override
        public void update(String now) {
            text = now;
        }

        @Override
        public void done(String now) {
            finish("\u001b[32mok\u001b[0m ", now);
        }

        @Override
        public void failed(String now) {
            finish("\u001b[31mno\u001b[0m ", now);
        }

        private void finish(String symbol, String now) {
            end = System.nanoTime();
            text = now;
            mark = symbol;
        }

        String render(char spinner) {
            boolean ended = !mark.isEmpty();
            double seconds = ((ended ? end : System.nanoTime()) - start) / 1e9;
            String line = String.format(Locale.ROOT, "%-18s %5.1f s  %s", name, seconds, text);
            String visible = line.length() > WIDTH ? line.substring(0, WIDTH) : line;
            return "  " + (ended ? mark : spinner + "  ") + visible;
        }
    }
}
