package dev.olp.logins;

import dev.olp.config.CredentialSettings.Renewal;
import dev.olp.logins.LoginSource.NoLogin;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Renews in the way that the configuration says at that moment. */
final class ChosenRenewer implements Renewer {
    private final Supplier<Renewal> chosen;
    private final Renewer vendor;
    private final Supplier<Renewer> atEndpoint;
    private volatile @Nullable Renewer endpoint;

    /** @param atEndpoint made when it is chosen first; it may owe, so it stays */
    ChosenRenewer(Supplier<Renewal> chosen, Renewer vendor, Supplier<Renewer> atEndpoint) {
        this.chosen = chosen;
        this.vendor = vendor;
        this.atEndpoint = atEndpoint;
    }

    @Override
    public StoredLogin renew(LoginFile file, StoredLogin before, boolean force) throws NoLogin, InterruptedException {
        if (chosen.get() == Renewal.TOKEN_ENDPOINT || owes(before.secret())) {
            Renewer asking = endpoint == null ? atEndpoint.get() : endpoint;
            endpoint = asking;
            return asking.renew(file, before, force);
        }
        return vendor.renew(file, before, force);
    }

    @Override
    public boolean owes(String secret) {
        Renewer asking = endpoint;
        return asking != null && asking.owes(secret);
    }

    @Override
    public void settle() {
        Renewer asking = endpoint;
        if (asking != null) {
            asking.settle();
        }
    }
}
