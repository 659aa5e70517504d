package dev.olp.app;

import dev.olp.config.ConfigChanges;
import dev.olp.config.ConfigException;
import dev.olp.config.ConfigLoader;
import dev.olp.config.LoadedConfig;
import dev.olp.config.Problem;
import dev.olp.http.HttpSettings;
import dev.olp.management.Reload;
import dev.olp.run.ProviderRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts another configuration in force while the server runs. */
final class Reloading implements Reload {
    private static final Logger log = LoggerFactory.getLogger(Reloading.class);

    private final Installation olp;
    private final CurrentServing current;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile State state;
    private volatile Consumer<HttpSettings> door = rules -> {};

    Reloading(Installation olp, CurrentServing current) {
        this.olp = olp;
        this.current = current;
        this.state = new State(olp.clock().instant(), null, List.of());
    }

    /** @param open takes the rules of the door, whenever they change */
    void serve(Consumer<HttpSettings> open) {
        door = open;
    }

    /** Begins with the configuration that the server is started with. */
    void begin(LoadedConfig loaded) throws StartException {
        adopt(ServingSetup.make(olp, loaded, Optional.empty(), this));
    }

    @Override
    public List<String> now() throws Refused {
        lock.lock();
        try {
            List<String> changed = reload();
            state = new State(olp.clock().instant(), null, List.of());
            log.atInfo().addKeyValue("changed", changed).log("the configuration was read anew");
            return changed;
        } catch (Refused e) {
            state = new State(state.loadedAt(), olp.clock().instant(), e.problems());
            log.atError()
                    .addKeyValue("problems", e.problems())
                    .log("the new configuration is refused; the one before it stays in force");
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #now}, for who has nobody to tell: a refusal is in the log, and in {@code /health} until it is mended. */
    void tryNow() {
        try {
            var _ = now();
        } catch (Refused e) {
            log.atDebug().setCause(e).log("not taken");
        }
    }

    private List<String> reload() throws Refused {
        Serving before = current.get().orElseThrow();
        try {
            LoadedConfig loaded =
                    ConfigLoader.load(olp.environment(), olp.home().root());
            List<String> changed = ConfigChanges.between(before.loaded(), loaded);
            List<String> fixed = ConfigChanges.onlyAtStart(changed);
            if (!fixed.isEmpty()) {
                throw new Refused(fixed.stream()
                        .map(path -> path + ": can only change with a restart; nothing of the file was taken")
                        .toList());
            }
            ServingSetup.refuseUnsafe(loaded, olp.stores().keys(), olp.clock());
            Serving next = ServingSetup.make(olp, loaded, Optional.of(before), this);
            Runnable certificate =
                    olp.certificate().prepare(loaded.config().server().tls());
            HttpSettings rules = FromConfig.httpSettings(loaded.config());
            adopt(next);
            certificate.run();
            door.accept(rules);
            return changed;
        } catch (ConfigException e) {
            throw new Refused(e.problems().stream().map(Problem::message).toList());
        } catch (StartException | IllegalArgumentException e) {
            throw new Refused(String.valueOf(e.getMessage()).lines().toList());
        }
    }

    /** Nothing here may fail: what is half adopted would be neither configuration. */
    private void adopt(Serving next) {
        List<ProviderRuntime> added = new ArrayList<>();
        next.providers().forEach((id, runtime) -> {
            ProviderRuntime before = current.providers().get(id);
            if (before == null || before.inventory() != runtime.inventory()) {
                added.add(runtime);
            }
            runtime.slots().resize(ProviderSetup.capacity(next.config(), id));
        });
        if (current.loaded().config().logs().level() != next.config().logs().level()) {
            Logs.level(next.config().logs().level());
        }
        olp.cache().configure(CacheSetup.terms(next.config().cache()));
        current.replace(next);
        olp.spares().configure(next.providers(), ProviderSetup.warmSpares(next.config()));
        olp.proofs().begin(added);
    }

    @Override
    public State state() {
        return state;
    }
}
