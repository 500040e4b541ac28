package dev.edgewise.common.signal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisTroubleTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NOAUTH HELLO must be called with the client already authenticated | it demands a password: set spring.data.redis.password",
                "WRONGPASS invalid username-password pair or user is disabled. | it refuses the password: set spring.data.redis.password",
                "ERR invalid password | it refuses the password: set spring.data.redis.password",
                "ERR AUTH <password> called without any password configured for the default user. | it has no password: remove spring.data.redis.password",
                "NOPERM this user has no permissions to run the 'xadd' command | the user lacks permissions: grant them by ACL SETUSER. NOPERM this user",
            })
    void saysWhatToDo(String redisSays, String described) {
        RuntimeException problem = new IllegalStateException("cannot connect", new IllegalStateException(redisSays));
        assertThat(RedisTrouble.describe(problem)).startsWith(described);
    }

    @Test
    void namesWhatItDoesNotKnow() {
        assertThat(RedisTrouble.describe(new IllegalStateException(new IllegalArgumentException("odd"))))
                .isEqualTo("java.lang.IllegalArgumentException: odd");
    }
}
