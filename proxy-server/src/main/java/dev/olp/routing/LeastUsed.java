package dev.olp.routing;

import dev.olp.auth.Scope;
import dev.olp.routing.AccountLoad.Load;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The login whose plan is used least comes first; the one that answered the key last stays first while it is not worse
 * by more than a margin, since its provider still has the prompt. One that is spent or busy comes later, and is tried
 * when the others failed.
 */
public final class LeastUsed implements AccountOrder {
    /** Of a plan: what a prompt that has to be read anew may cost. */
    static final double MARGIN = 0.2;

    /** Of which nobody knows: neither empty nor spent. */
    private static final double UNKNOWN = 0.5;

    private final Map<String, List<String>> accounts;
    private final AccountLoad loads;
    private final LastAccounts last;

    /** @param accounts by provider; one that is not named has {@value Scope#DEFAULT_ACCOUNT} alone */
    public LeastUsed(Map<String, List<String>> accounts, AccountLoad loads, LastAccounts last) {
        this.accounts = Map.copyOf(accounts);
        this.loads = loads;
        this.last = last;
    }

    @Override
    public List<String> of(String provider, String model, String key) {
        List<String> all = accounts.getOrDefault(provider, List.of(Scope.DEFAULT_ACCOUNT));
        if (all.size() == 1) {
            return all;
        }
        String warm = last.of(key, provider, model).orElse("");
        List<Rated> rated = new ArrayList<>();
        for (String account : all) {
            Load load = loads.of(new Hop(provider, model, account));
            double used = load.used().orElse(UNKNOWN) - (account.equals(warm) ? MARGIN : 0);
            rated.add(new Rated(account, load, used, lot(key, account)));
        }
        rated.sort(Rated.BEST_FIRST);
        return rated.stream().map(Rated::account).toList();
    }

    @Override
    public boolean isLast(String provider, String model, String key, String account) {
        return last.of(key, provider, model).filter(account::equals).isPresent();
    }

    /** Spreads keys over logins of which nothing is known, each key always to the same. */
    private static int lot(String key, String account) {
        int mixed = (account + '\n' + key).hashCode() * 0x9E3779B9;
        return mixed ^ (mixed >>> 16);
    }

    private record Rated(String account, Load load, double used, int lot) {
        private static final Comparator<Rated> BEST_FIRST = Comparator.comparing((Rated rated) -> !rated.load.usable())
                .thenComparing(rated -> !rated.load.hasRoom())
                .thenComparingDouble(Rated::used)
                .thenComparingInt(Rated::lot);
    }
}
