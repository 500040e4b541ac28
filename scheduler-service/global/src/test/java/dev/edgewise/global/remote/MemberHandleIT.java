package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    /** The uid is written into the record of requests. */
    @Test
    void aUidThatIsNoneIsRefused() {
        member.status = 200;
        for (String wrong : new String[] {"x".repeat(65), "a b", "x".repeat(1 << 20)}) {
            member.uid = wrong;
            assertThatThrownBy(() -> member.handle.uid())
                    .isInstanceOf(MemberUnreachableException.class)
                    .hasMessage("the uid of its namespace kube-system has " + wrong.length()
                            + " characters: it must be at most 64 letters, digits, '-', '.' and '_'");
        }
    }
}
