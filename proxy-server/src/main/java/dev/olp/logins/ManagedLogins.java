package dev.olp.logins;

import dev.olp.provider.Login;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The logins of one installation, each with one owner, which is an {@link AccountLogin} here. */
public final class ManagedLogins implements LoginSource, AutoCloseable {
    private final LoginPlaces places;
    private final Renewers renewers;
    private final LoginTimes times;
    private final Clock clock;
    private final ExecutorService renewals = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("olp-login-renewal-", 0).factory());
    private final Map<Account, AccountLogin> accounts = new ConcurrentHashMap<>();

    private record Account(String provider, String name) {}

    public ManagedLogins(LoginPlaces places, Renewers renewers, LoginTimes times, Clock clock) {
        this.places = places;
        this.renewers = renewers;
        this.times = times;
        this.clock = clock;
    }

    @Override
    public Login find(String provider, String account) throws NoLogin, InterruptedException {
        return of(provider, account).find();
    }

    @Override
    public boolean refused(String provider, String account, Login shown) throws InterruptedException {
        return of(provider, account).refused(shown);
    }

    @Override
    public void accepted(String provider, String account, Login shown) {
        of(provider, account).accepted(shown);
    }

    @Override
    public LoginState state(String provider, String account) {
        return of(provider, account).look().renewedBy(renewers.chosen(provider, account));
    }

    private AccountLogin of(String provider, String account) {
        return accounts.computeIfAbsent(
                new Account(provider, account),
                key -> new AccountLogin(
                        provider,
                        account,
                        places,
                        new SharedRenewal(renewers.of(provider, account, times, clock), times, clock, renewals),
                        times,
                        clock));
    }

    /** Lets a renewal that is under way end: one that is cut off may lose the login. */
    @Override
    public void close() {
        renewals.shutdown();
        try {
            if (!renewals.awaitTermination(times.renewal().toNanos(), TimeUnit.NANOSECONDS)) {
                renewals.shutdownNow();
            }
        } catch (InterruptedException e) {
            renewals.shutdownNow();
            Thread.currentThread().interrupt();
        }
        accounts.values().forEach(AccountLogin::close);
    }
}
