package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A kubeconfig says where a member is and with which token, and makes the service run, read and trust nothing. */
class MemberKubeconfigReaderTest {
    private static String kubeconfig(String cluster, String user) {
        return """
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {%s}}]
                users: [{name: u, user: {%s}}]
                """
                .formatted(cluster, user);
    }

    @Test
    void readsServerAndToken() {
        var config = MemberKubeconfigReader.read(kubeconfig("server: 'https://10.0.0.1:6443'", "token: t"));
        assertThat(config.getMasterUrl()).startsWith("https://10.0.0.1:6443");
        assertThat(config.getOauthToken()).isEqualTo("t");
        assertThat(config.isTrustCerts()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exec: {command: sh, apiVersion: v1} | users[].user.exec",
                "auth-provider: {name: gcp}          | users[].user.auth-provider",
                "tokenFile: /etc/passwd              | users[].user.tokenFile",
                "client-key: /etc/shadow             | users[].user.client-key",
                "password: p                         | users[].user.password",
                "as: admin                           | users[].user.as",
                "surprise: 1                         | users[].user.surprise",
            })
    void refusesWhatRunsReadsOrImpersonates(String field, String path) {
        assertThatThrownBy(() ->
                        MemberKubeconfigReader.read(kubeconfig("server: 'https://10.0.0.1'", "token: t, " + field)))
                .isInstanceOf(MemberProblemException.class)
                .hasMessageContaining("data.kubeconfig." + path + " is set: it must be left out");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "insecure-skip-tls-verify: true              | insecure-skip-tls-verify is set: it must be false or left out",
                "certificate-authority: /etc/ca              | certificate-authority is set: it must be left out",
                "'proxy-url: \"http://169.254.169.254\"'     | proxy-url is set: it must be left out",
                "tls-server-name: other                      | tls-server-name is set: it must be left out",
                "certificate-authority-data: '%'             | certificate-authority-data is no base64",
            })
    void refusesAnUnsafeServer(String field, String said) {
        assertThatThrownBy(() ->
                        MemberKubeconfigReader.read(kubeconfig("server: 'https://10.0.0.1', " + field, "token: t")))
                .isInstanceOf(MemberProblemException.class)
                .hasMessageContaining(said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://10.0.0.1",
                "ftp://10.0.0.1",
                "https://user:secret@10.0.0.1",
                "no url at all",
                "file:///etc"
            })
    void refusesAnotherUrlThanHttps(String server) {
        assertThatThrownBy(() -> MemberKubeconfigReader.read(kubeconfig("server: '" + server + "'", "token: t")))
                .hasMessageContaining("clusters[].cluster.server is")
                .hasMessageContaining("it must be an https URL")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a: [", "- list", "current-context: none", "{{{"})
    void refusesWhatIsNoKubeconfig(String text) {
        assertThatThrownBy(() -> MemberKubeconfigReader.read(text))
                .isInstanceOf(MemberProblemException.class)
                .hasMessageContaining("data.kubeconfig");
    }
}
