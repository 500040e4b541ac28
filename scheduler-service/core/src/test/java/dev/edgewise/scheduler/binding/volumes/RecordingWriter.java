package dev.edgewise.scheduler.binding.volumes;

import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Records the writes, and lets the test answer like the API server's controllers. */
final class RecordingWriter implements VolumeWriter {
    final List<String> written = new CopyOnWriteArrayList<>();
    Runnable answer = () -> {};

    @Nullable
    BindException refusal;

    @Override
    public void keep(Volume volume, VolumeClaim claim) throws BindException {
        write("keep " + volume.name() + " for " + claim.key());
    }

    @Override
    public void select(VolumeClaim claim, String node) throws BindException {
        write("select " + node + " for " + claim.key());
    }

    private void write(String what) throws BindException {
        if (refusal != null) {
            throw refusal;
        }
        written.add(what);
        answer.run();
    }
}
