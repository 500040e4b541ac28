package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member that this replica has just begun to know. */
class MemberHandleIT {
    private TestMember member;

    @BeforeEach
    void start() throws Exception {
        member = new TestMember(Instant.EPOCH);
        member.status = 503;
    }

    @AfterEach
    void stop() {
        member.close();
    }

    /** A replica that starts would otherwise give up all attempts under way. */
    @Test
    void isUnreachableWhenItHasFailedTwiceAndUnknownBefore() {
        assertThat(member.handle.isAsked()).isFalse();

        member.handle.check();
        assertThat(member.handle.isAsked()).isFalse();

        member.handle.check();
        assertThat(member.handle.isAsked()).isTrue();
        assertThat(member.handle.member().reachable()).isFalse();
    }

    @Test
    void isReachableWithItsFirstAnswer() throws Exception {
        member.status = 200;

        assertThat(member.handle.uid()).isEqualTo("u");

        assertThat(member.handle.isAsked()).isTrue();
        assertThat(member.handle.member().reachable()).isTrue();
    }
}
