package dev.edgewise.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LeaderCacheSyncTest {
    private final List<CompletableFuture<Void>> begun = new ArrayList<>();
    private final LeaderCacheSync catchUp = new LeaderCacheSync(() -> {
        begun.add(new CompletableFuture<>());
        return begun.get(begun.size() - 1);
    });

    @Test
    void beginsOnceAndIsDoneWhenTheCachesAre() {
        assertThat(catchUp.isDone()).isFalse();
        assertThat(catchUp.isDone()).isFalse();
        begun.get(0).complete(null);
        assertThat(catchUp.isDone()).isTrue();
        assertThat(begun).hasSize(1);
    }

    @Test
    void beginsAgainAfterAFailureAndAfterAnotherLeader() {
        assertThat(catchUp.isDone()).isFalse();
        begun.get(0).completeExceptionally(new IllegalStateException("no answer"));
        assertThat(catchUp.isDone()).isFalse();
        begun.get(1).complete(null);
        assertThat(catchUp.isDone()).isTrue();
        catchUp.reset();
        assertThat(catchUp.isDone()).isFalse();
        assertThat(begun).hasSize(3);
    }
}
