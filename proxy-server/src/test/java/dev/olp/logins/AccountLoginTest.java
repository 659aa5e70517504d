package dev.olp.logins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One owner: who renews when, and what becomes of a login that is dead. The renewal itself is a small fake. */
class AccountLoginTest {
    private static final LoginTimes TIMES = new LoginTimes(
            Duration.ofSeconds(240),
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2));

    @TempDir
    Path folder;

    private volatile Instant now = Instant.parse("2026-11-29T10:00:00Z");
    private final InstantSource moment = () -> now;
    private final Clock clock = moment.withZone(ZoneOffset.UTC);
    private final ExecutorService detached = Executors.newCachedThreadPool();
    private final AtomicInteger renewals = new AtomicInteger();
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private volatile boolean works = true;
    private volatile boolean slow;
    private AccountLogin account = account(Map.of());

    @BeforeEach
    void start() {
        account = account(Map.of());
    }

    @AfterEach
    void stop() {
        mayEnd.countDown();
        detached.close();
    }

    @Test
    void a_file_with_life_in_it_is_the_same_after_a_thousand_requests() throws Exception {
        Path file = write("one", Duration.ofMinutes(5));
        byte[] before = Files.readAllBytes(file);
        Object inode = Files.getAttribute(file, "unix:ino");
        for (int i = 0; i < 1000; i++) {
            Login login = account.find();
            assertThat(login.secret()).isEqualTo("access-one");
            account.accepted(login);
        }
        assertThat(renewals).hasValue(0);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(Files.getAttribute(file, "unix:ino")).isEqualTo(inode);
        try (var all = Files.list(own())) {
            assertThat(all).containsExactly(file);
        }
    }

    @Test
    void ten_requests_about_to_expire_share_one_renewal() throws Exception {
        write("one", Duration.ofSeconds(200));
        slow = true;
        List<Future<Login>> asked = new ArrayList<>();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 10; i++) {
                asked.add(callers.submit(() -> account.find()));
            }
            mayEnd.countDown();
        }
        for (Future<Login> one : asked) {
            assertThat(one.get().secret()).isEqualTo("access-renewed-1");
        }
        assertThat(renewals).hasValue(1);
    }

    @Test
    void whoever_stops_waiting_does_not_stop_the_renewal() throws Exception {
        write("one", Duration.ZERO);
        slow = true;
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                account.find();
            } catch (NoLogin | InterruptedException e) {
                // as wanted
            }
        });
        org.awaitility.Awaitility.await().until(() -> renewals.get() == 1);
        caller.interrupt();
        caller.join();
        mayEnd.countDown();
        assertThat(account.find().secret()).isEqualTo("access-renewed-1");
        assertThat(renewals).hasValue(1);
    }

    @Test
    void a_login_that_the_operator_made_meanwhile_is_taken() throws Exception {
        write("one", Duration.ofHours(1));
        assertThat(account.find().secret()).isEqualTo("access-one");
        write("two", Duration.ofHours(1));
        assertThat(account.find().secret()).isEqualTo("access-two");
        assertThat(account.refused(new Login(Login.Kind.OAUTH_TOKEN, "access-one", null)))
                .as("another login is there")
                .isTrue();
        assertThat(renewals).hasValue(0);
    }

    @Test
    void a_renewal_that_fails_is_not_tried_for_every_request() throws Exception {
        write("one", Duration.ofSeconds(-1));
        works = false;
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(account::find).isInstanceOf(NoLogin.class).hasMessageContaining("olp login anthropic");
        }
        assertThat(renewals).hasValue(1);
        assertThat(account.look().problem()).isNotNull();

        now = now.plus(Duration.ofSeconds(31));
        assertThatThrownBy(account::find).isInstanceOf(NoLogin.class);
        assertThatThrownBy(account::find).isInstanceOf(NoLogin.class);
        assertThat(renewals).as("one try when the time was up").hasValue(2);
        now = now.plus(Duration.ofSeconds(31));
        assertThatThrownBy(account::find).isInstanceOf(NoLogin.class);
        assertThat(renewals).as("the wait doubles").hasValue(2);

        write("two", Duration.ofHours(1));
        assertThat(account.find().secret()).isEqualTo("access-two");
        assertThat(account.look().problem()).isNull();
    }

    @Test
    void a_token_with_life_left_is_used_when_its_renewal_fails() throws Exception {
        write("one", Duration.ofSeconds(100));
        works = false;
        assertThat(account.find().secret()).isEqualTo("access-one");
        assertThat(account.find().secret()).isEqualTo("access-one");
        assertThat(renewals).hasValue(1);
    }

    @Test
    void a_refused_token_is_renewed_once_and_then_held_back() throws Exception {
        write("one", Duration.ofHours(1));
        Login one = account.find();
        assertThat(account.refused(one)).isTrue();
        Login renewed = account.find();
        assertThat(renewed.secret()).isEqualTo("access-renewed-1");

        assertThat(account.refused(renewed)).as("fresh, and refused").isFalse();
        assertThat(renewals).hasValue(1);
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(account::find).hasMessageContaining("the provider refuses it");
        }
        assertThat(account.look().remedy()).isEqualTo("run `olp login anthropic`");

        now = now.plus(Duration.ofSeconds(31));
        Login probe = account.find();
        assertThatThrownBy(account::find).isInstanceOf(NoLogin.class);
        account.accepted(probe);
        assertThat(account.find()).isEqualTo(probe);
        assertThat(account.look().problem()).isNull();
    }

    @Test
    void a_refused_token_that_was_proven_before_may_be_renewed_again() throws Exception {
        write("one", Duration.ofHours(1));
        assertThat(account.refused(account.find())).isTrue();
        account.accepted(account.find());
        assertThat(account.refused(account.find())).isTrue();
        assertThat(renewals).hasValue(2);
    }

    @Test
    void ten_refusals_of_one_token_share_one_renewal() throws Exception {
        write("one", Duration.ofHours(1));
        Login one = account.find();
        slow = true;
        List<Future<Boolean>> told = new ArrayList<>();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 10; i++) {
                told.add(callers.submit(() -> account.refused(one)));
            }
            mayEnd.countDown();
        }
        for (Future<Boolean> again : told) {
            assertThat(again.get()).isTrue();
        }
        assertThat(renewals).hasValue(1);
        assertThat(account.find().secret()).isEqualTo("access-renewed-1");
    }

    @Test
    void one_refusal_of_a_key_proves_nothing_and_two_in_a_row_do() throws Exception {
        account = account(Map.of("ANTHROPIC_API_KEY", "key"));
        Login key = account.find();
        assertThat(account.refused(key)).isFalse();
        assertThat(account.find()).isEqualTo(key);
        account.accepted(key);
        assertThat(account.refused(key)).isFalse();
        assertThat(account.find()).isEqualTo(key);
        assertThat(account.refused(key)).isFalse();
        assertThatThrownBy(account::find).hasMessageContaining("the provider refuses it");
        assertThat(renewals).hasValue(0);
    }

    @Test
    void what_cannot_be_renewed_is_told_when_it_has_expired() throws Exception {
        LoginFolder.write(
                own(),
                ".credentials.json",
                "{\"claudeAiOauth\":{\"accessToken\":\"a\",\"expiresAt\":"
                        + clock.instant().toEpochMilli() + "}}");
        assertThatThrownBy(account::find).hasMessageContaining("expired").hasMessageContaining("olp login anthropic");
    }

    private Path own() {
        return folder.resolve("store/anthropic/default");
    }

    private Path write(String name, Duration life) throws IOException {
        return LoginFolder.claude(own(), name, clock.instant().plus(life));
    }

    private AccountLogin account(Map<String, String> environment) {
        Renewer renewer = (file, before, force) -> {
            StoredLogin meanwhile = file.read();
            if (!meanwhile.secret().equals(before.secret())) {
                return meanwhile;
            }
            int number = renewals.incrementAndGet();
            if (slow) {
                mayEnd.await();
            }
            if (!works) {
                throw new NoLogin("it cannot be renewed", file.loginAgain());
            }
            try {
                write("renewed-" + number, Duration.ofHours(8));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return file.read();
        };
        return new AccountLogin(
                "anthropic",
                "default",
                new LoginPlaces(environment, folder == null ? Path.of("/") : folder.resolve("store")),
                new SharedRenewal(renewer, TIMES, clock, detached),
                TIMES,
                clock);
    }
}
