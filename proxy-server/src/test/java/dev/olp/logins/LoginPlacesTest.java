package dev.olp.logins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.logins.LoginPlaces.Place;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.logins.LoginState.Source;
import dev.olp.provider.Login;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a login is taken from, and what is refused. */
class LoginPlacesTest {
    private static final Instant END = Instant.parse("2030-01-01T00:00:00Z");

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void setHome() {
        environment.put("HOME", folder.resolve("home").toString());
    }

    @Test
    void a_renewal_leaves_whose_a_login_is_and_another_sign_in_does_not() throws Exception {
        Path operators = folder.resolve("home/.claude");
        LoginFolder.claude(operators, "one", END);
        LoginFolder.write(folder.resolve("home"), ".claude.json", account("person-1"));
        String before = places().mark("anthropic", "default", text -> text);
        assertThat(before).contains("person-1").doesNotContain("access-", "refresh-", "@");

        LoginFolder.claude(operators, "renewed", END);
        assertThat(places().mark("anthropic", "default", text -> text)).isEqualTo(before);

        LoginFolder.write(folder.resolve("home"), ".claude.json", account("person-2"));
        assertThat(places().mark("anthropic", "default", text -> text)).isNotEqualTo(before);
    }

    @Test
    void codexs_file_says_whose_it_is() throws Exception {
        Path own = store("openai", "work");
        LoginFolder.write(own, "auth.json", codex("user-1", 1));
        String before = places().mark("openai", "work", text -> text);

        LoginFolder.write(own, "auth.json", codex("user-1", 2));
        assertThat(places().mark("openai", "work", text -> text)).isEqualTo(before);
        LoginFolder.write(own, "auth.json", codex("user-2", 2));
        assertThat(places().mark("openai", "work", text -> text)).isNotEqualTo(before);
    }

    @Test
    void where_nobody_says_whose_it_is_the_store_knows_when_it_was_put_in() throws Exception {
        LoginFolder.claude(store("anthropic", "work"), "one", END);
        String secret = places().mark("anthropic", "work", text -> text);
        LoginFolder.claude(store("anthropic", "work"), "two", END);
        assertThat(places().mark("anthropic", "work", text -> text)).isNotEqualTo(secret);

        LoginFolder.write(store("anthropic", "work"), LoginIdentity.FILE, "first");
        String before = places().mark("anthropic", "work", text -> text);
        LoginFolder.claude(store("anthropic", "work"), "renewed", END);
        assertThat(places().mark("anthropic", "work", text -> text)).isEqualTo(before);
        LoginFolder.write(store("anthropic", "work"), LoginIdentity.FILE, "second");
        assertThat(places().mark("anthropic", "work", text -> text)).isNotEqualTo(before);
    }

    private static String account(String person) {
        return "{\"projects\":{\"/x\":{\"history\":[1,2]}},\"oauthAccount\":{\"accountUuid\":\"" + person
                + "\",\"organizationUuid\":\"o\",\"emailAddress\":\"a@example.net\"}}";
    }

    private static String codex(String user, int end) {
        String payload = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("{\"sub\":\"" + user + "\",\"exp\":" + end + "}").getBytes(StandardCharsets.UTF_8));
        return "{\"tokens\":{\"access_token\":\"h." + payload
                + ".s\",\"refresh_token\":\"r\",\"account_id\":\"company\"}}";
    }

    @Test
    void without_any_it_is_told_what_to_do() {
        assertThat(places().find("anthropic", "default")).isEmpty();
    }

    @Test
    void the_environment_comes_first_then_the_store_then_the_operators_file() throws Exception {
        LoginFolder.claude(folder.resolve("home/.claude"), "operators", END);
        assertThat(source("anthropic")).isEqualTo(Source.OPERATOR);
        assertThat(login("anthropic").secret()).isEqualTo("access-operators");

        LoginFolder.claude(store("anthropic", "default"), "own", END);
        assertThat(source("anthropic")).isEqualTo(Source.STORE);
        assertThat(login("anthropic").secret()).isEqualTo("access-own");

        LoginFolder.write(store("anthropic", "default"), "setup-token", "a-setup-token\n");
        assertThat(login("anthropic").secret()).isEqualTo("a-setup-token");
        LoginFolder.write(store("anthropic", "default"), "api-key", "a-key\n");
        assertThat(login("anthropic").secret()).isEqualTo("a-key");
        assertThat(login("anthropic").kind()).isEqualTo(Login.Kind.API_KEY);

        environment.put("ANTHROPIC_API_KEY", "from-outside");
        assertThat(source("anthropic")).isEqualTo(Source.ENVIRONMENT);
        assertThat(login("anthropic").kind()).isEqualTo(Login.Kind.API_KEY);
        environment.put("CLAUDE_CODE_OAUTH_TOKEN", "a-token");
        assertThat(login("anthropic").secret()).isEqualTo("a-token");
    }

    @Test
    void another_account_has_only_the_store() throws Exception {
        environment.put("ANTHROPIC_API_KEY", "from-outside");
        LoginFolder.claude(folder.resolve("home/.claude"), "operators", END);
        assertThat(places().find("anthropic", "work")).isEmpty();

        LoginFolder.claude(store("anthropic", "work"), "works", END);
        assertThat(read("anthropic", "work").secret()).isEqualTo("access-works");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../default", "a/b", "", ".", "default.lock", "a b", "-x", "é", "a\0"})
    void a_name_that_is_no_account_is_no_path(String account) throws Exception {
        LoginFolder.claude(store("anthropic", "default"), "own", END);
        assertThat(places().find("anthropic", account)).isEmpty();
    }

    @Test
    void codex_has_the_end_in_its_token_and_an_account() throws Exception {
        String token = "h." + base64("{\"exp\":1893456000}") + ".s";
        write(
                "openai",
                "auth.json",
                "{\"auth_mode\":\"chatgpt\",\"OPENAI_API_KEY\":null,\"tokens\":{\"access_token\":\"" + token
                        + "\",\"refresh_token\":\"r\",\"account_id\":\"acc-1\"}}");
        StoredLogin stored = read("openai", "default");
        assertThat(stored.login()).isEqualTo(new Login(Login.Kind.OAUTH_TOKEN, token, "acc-1"));
        assertThat(stored.expiresAt()).isEqualTo(END);
        assertThat(stored.renewable()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            openai    | auth.json         | {"OPENAI_API_KEY":"k"}                                        | k | false
            openai    | auth.json         | {"tokens":{"access_token":"opaque","refresh_token":""}}       | opaque | false
            anthropic | .credentials.json | {"claudeAiOauth":{"accessToken":"a","refreshToken":"r"}}      | a | true
            anthropic | .credentials.json | {"claudeAiOauth":{"accessToken":"a"}}                         | a | false
            mistral   | .env              | MISTRAL_API_KEY="m"                                           | m | false
            """)
    void formats_are_read(String provider, String file, String content, String secret, boolean renewable)
            throws Exception {
        write(provider, file, content);
        StoredLogin stored = read(provider, "default");
        assertThat(stored.secret()).isEqualTo(secret);
        assertThat(stored.renewable()).isEqualTo(renewable);
        assertThat(stored.expiresAt()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            openai    | auth.json         | {}
            openai    | auth.json         | {"auth_mode":"chatgpt","tokens":null}
            openai    | auth.json         | {"tokens":
            openai    | auth.json         | []
            anthropic | .credentials.json | {"claudeAiOauth":{"accessToken":"","refreshToken":"","expiresAt":0}}
            anthropic | .credentials.json | ''
            anthropic | setup-token       | two words
            anthropic | api-key           | ''
            mistral   | .env              | OTHER=1
            """)
    void a_file_without_a_login_is_told_with_what_to_do(String provider, String file, String content) throws Exception {
        write(provider, file, content);
        assertThatThrownBy(() -> read(provider, "default"))
                .isInstanceOf(NoLogin.class)
                .hasMessageContaining("run `olp login " + provider + "`");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rwx------"})
    void a_file_that_is_open_to_others_is_refused(String mode) throws Exception {
        Path file = LoginFolder.claude(store("anthropic", "default"), "own", END);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        assertThatThrownBy(() -> read("anthropic", "default"))
                .hasMessageContaining(mode)
                .hasMessageContaining("chmod 600")
                .hasMessageNotContaining(folder.toString());
    }

    @Test
    void a_folder_that_others_can_write_is_refused() throws Exception {
        LoginFolder.claude(store("anthropic", "default"), "own", END);
        Files.setPosixFilePermissions(store("anthropic", "default"), PosixFilePermissions.fromString("rwxrwx---"));
        assertThatThrownBy(() -> read("anthropic", "default")).hasMessageContaining("chmod go-w");
    }

    @Test
    void a_link_is_followed_and_what_it_leads_to_is_checked() throws Exception {
        Path elsewhere = LoginFolder.claude(folder.resolve("elsewhere"), "linked", END);
        Files.createDirectories(store("anthropic", "default"));
        Files.createSymbolicLink(store("anthropic", "default").resolve(".credentials.json"), elsewhere);
        assertThat(read("anthropic", "default").secret()).isEqualTo("access-linked");

        Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> read("anthropic", "default")).hasMessageContaining("chmod 600");
        Files.delete(elsewhere);
        assertThatThrownBy(() -> read("anthropic", "default")).isInstanceOf(NoLogin.class);
    }

    @Test
    void a_file_of_another_user_is_refused() throws Exception {
        // as root we may read it all the same; as an ordinary user this is root's file, which nobody else can read
        Path file = LoginFolder.claude(store("anthropic", "default"), "own", END);
        if (isRoot(file)) {
            Files.setAttribute(file, "unix:uid", 65_533);
        } else {
            Files.delete(file);
            Files.createSymbolicLink(file, Path.of("/etc/hostname"));
        }
        assertThatThrownBy(() -> read("anthropic", "default"))
                .hasMessageContaining("another user")
                .hasMessageContaining("run OLP as that user");
    }

    private static boolean isRoot(Path ours) throws IOException {
        return Files.getAttribute(ours, "unix:uid").equals(0);
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void write(String provider, String file, String content) throws IOException {
        LoginFolder.write(store(provider, "default"), file, content);
    }

    private Path store(String provider, String account) {
        return folder.resolve("store").resolve(provider).resolve(account);
    }

    private LoginPlaces places() {
        return new LoginPlaces(environment, folder.resolve("store"));
    }

    private Source source(String provider) {
        return places().find(provider, "default").map(Place::source).orElseThrow();
    }

    private Login login(String provider) throws NoLogin {
        return read(provider, "default").login();
    }

    private StoredLogin read(String provider, String account) throws NoLogin {
        return places().find(provider, account).orElseThrow().read();
    }
}
