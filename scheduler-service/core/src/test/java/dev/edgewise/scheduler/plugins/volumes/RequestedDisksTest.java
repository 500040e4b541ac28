package dev.edgewise.scheduler.plugins.volumes;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.PodVolumes.InlineDisk;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.NodeVolumes;
import dev.edgewise.scheduler.testing.TestPods;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RequestedDisksTest {
    private static final InlineDisk GCE = new InlineDisk("gcePersistentDisk", "d1", Set.of(), false);
    private static final InlineDisk GCE_READ = new InlineDisk("gcePersistentDisk", "d1", Set.of(), true);
    private static final InlineDisk IMAGE = new InlineDisk("rbd", "rbd/i", Set.of("m1", "m2"), false);
    private static final InlineDisk IMAGE_READ = new InlineDisk("rbd", "rbd/i", Set.of("m2", "m3"), true);

    @Test
    void aDiskIsSharedOnlyToRead() {
        assertThat(clash(GCE, GCE)).isTrue();
        assertThat(clash(GCE, GCE_READ)).isTrue();
        assertThat(clash(GCE_READ, GCE)).isTrue();
        assertThat(clash(GCE_READ, GCE_READ)).isFalse();
        assertThat(clash(GCE, new InlineDisk("iscsi", "d1", Set.of(), false))).isFalse();
        assertThat(clash(GCE, new InlineDisk("gcePersistentDisk", "d2", Set.of(), false)))
                .isFalse();
    }

    @Test
    void anImageIsTheSameIfOneMonitorIs() {
        assertThat(clash(IMAGE, IMAGE_READ)).isTrue();
        assertThat(clash(IMAGE_READ, IMAGE)).isTrue();
        assertThat(clash(IMAGE_READ, IMAGE_READ)).isFalse();
        assertThat(clash(IMAGE, new InlineDisk("rbd", "rbd/i", Set.of("m4"), false)))
                .isFalse();
        assertThat(clash(IMAGE, new InlineDisk("rbd", "other/i", Set.of("m1"), false)))
                .isFalse();
    }

    @Test
    void podsThatWouldComeOrGoAreSeen() {
        RequestedDisks wanted = new RequestedDisks(List.of(GCE_READ));
        NodeVolumes used = using(List.of(GCE));
        assertThat(wanted.clashOn(used)).isTrue();
        wanted.use(List.of(GCE), -1);
        assertThat(wanted.clashOn(used)).isFalse();
        wanted.use(List.of(IMAGE, GCE_READ), 1);
        assertThat(wanted.clashOn(used)).isFalse();
        wanted.use(List.of(GCE), 1);
        assertThat(wanted.clashOn(used)).isTrue();
        assertThat(new RequestedDisks(List.of(GCE)).clashOn(using(List.of()))).isFalse();
    }

    @Test
    @Timeout(20)
    void manyDisksOfManyServersAreLookedUpNotCompared() {
        NodeVolumes node = using(disks("a"));
        RequestedDisks wanted = new RequestedDisks(disks("b"));
        for (int i = 0; i < 20; i++) {
            assertThat(wanted.clashOn(node)).isFalse();
        }
    }

    /** Returns 100 volumes of one image with 1,000 servers each. */
    private static List<InlineDisk> disks(String prefix) {
        return IntStream.range(0, 100)
                .mapToObj(disk -> new InlineDisk(
                        "rbd",
                        "rbd/i",
                        IntStream.range(0, 1_000)
                                .mapToObj(server -> prefix + disk + "-" + server)
                                .collect(Collectors.toSet()),
                        false))
                .toList();
    }

    private static boolean clash(InlineDisk wanted, InlineDisk used) {
        return new RequestedDisks(List.of(wanted)).clashOn(using(List.of(used)));
    }

    private static NodeVolumes using(List<InlineDisk> disks) {
        TestPods.Builder pod = pod("p").on("n1");
        disks.forEach(pod::disk);
        return ClusterStorageObjects.EMPTY.mounting(pod.build()).inUseOn("n1");
    }
}
