package dev.edgewise.global.remote;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The question to one cluster for a bid, while it is answered.
 *
 * @param handle null if there is no such cluster
 * @param refusal why it is not asked, for people; empty if it is
 * @param isAlive whether it answers
 * @param isRead whether its capacity was read again, where that is too old
 * @param whatIf the answer of its scheduler-service; null if that is not asked
 */
record PendingClusterBid(
        String cluster,
        @Nullable MemberHandle handle,
        String refusal,
        CompletableFuture<Boolean> isAlive,
        CompletableFuture<Boolean> isRead,
        @Nullable CompletableFuture<WhatIfClient.Answer> whatIf) {
    static PendingClusterBid refused(String cluster, @Nullable MemberHandle handle, String refusal) {
        CompletableFuture<Boolean> no = CompletableFuture.completedFuture(false);
        return new PendingClusterBid(cluster, handle, refusal, no, no, null);
    }
}
