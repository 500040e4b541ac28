package dev.edgewise.training;

import java.nio.file.Path;
import java.util.List;

/** Workload of one service during training: the calls of its daily life, in short. */
interface TrainingWorkload {
    /**
     * Starts the service, has it work, and stops it.
     *
     * @param command starts the service; options may be added at its end
     * @param work a directory for files
     */
    void give(List<String> command, TrainingRedis redis, Path work) throws Exception;
}
