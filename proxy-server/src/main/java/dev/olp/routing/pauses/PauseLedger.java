package dev.olp.routing.pauses;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells of pauses in the log and keeps them. */
final class PauseLedger {
    private static final Logger log = LoggerFactory.getLogger(PauseLedger.class);

    private final PauseStore store;

    PauseLedger(PauseStore store) {
        this.store = store;
    }

    List<Pause> all() {
        return store.all();
    }

    void save(Pause pause) {
        log.atWarn()
                .addKeyValue("provider", pause.account().provider())
                .addKeyValue("account", pause.account().name())
                .addKeyValue("reason", pause.code())
                .addKeyValue("fault", pause.kind())
                .addKeyValue("until", pause.until())
                .log("an account is left alone for a while");
        store.save(pause);
    }

    void remove(Account account) {
        log.atInfo()
                .addKeyValue("provider", account.provider())
                .addKeyValue("account", account.name())
                .log("an account is used again");
        store.remove(account);
    }
}
