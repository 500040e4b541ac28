package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RedisProcessIT {
    @Test
    void answersWithTheSettingsThatItIsGiven() throws IOException {
        try (RedisProcess redis = RedisProcess.start("requirepass secret")) {
            assertThat(redis.properties()).contains("spring.data.redis.port=" + redis.port());
            assertThat(ask(redis, "PING")).startsWith("-NOAUTH");
        }
        try (RedisProcess redis = RedisProcess.start()) {
            assertThat(ask(redis, "PING")).isEqualTo("+PONG\r\n");
        }
    }

    private static String ask(RedisProcess redis, String command) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", redis.port())) {
            socket.getOutputStream().write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.replace("+OK\r\n", "");
        }
    }
}
