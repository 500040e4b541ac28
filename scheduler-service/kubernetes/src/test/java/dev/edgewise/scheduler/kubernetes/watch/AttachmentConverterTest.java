package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.storage.Attachments.Attachment;
import io.fabric8.kubernetes.api.model.storage.CSINode;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttachmentConverterTest {
    @Test
    void anAttachmentCountsWhateverItsStatus() {
        assertThat(attachment("persistentVolumeName: pv-1"))
                .isEqualTo(new Attachment("a1", "n1", "csi.example", "pv-1"));
        assertThat(attachment("inlineVolumeSpec: {csi: {driver: csi.example, volumeHandle: h}}"))
                .isNull();
    }

    @Test
    void aLimitOfZeroIsALimitAndAMissingOneIsNone() {
        CSINode node = Yaml.read(
                CSINode.class,
                """
                metadata: {name: n1}
                spec:
                  drivers:
                  - {name: none, nodeID: n1}
                  - {name: nothing, nodeID: n1, allocatable: {}}
                  - {name: zero, nodeID: n1, allocatable: {count: 0}}
                  - {name: many, nodeID: n1, allocatable: {count: 25}}
                """);
        assertThat(AttachmentConverter.limits(node)).isEqualTo(Map.of("zero", 0, "many", 25));
    }

    private static Attachment attachment(String source) {
        return AttachmentConverter.convert(Yaml.read(
                VolumeAttachment.class,
                "metadata: {name: a1}\nspec: {attacher: csi.example, nodeName: n1, source: {" + source
                        + "}}\nstatus: {attached: false}"));
    }
}
