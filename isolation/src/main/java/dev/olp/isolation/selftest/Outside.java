package dev.olp.isolation.selftest;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.bubblewrap.ServiceUser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the probe is started without a sandbox, as the user that children have.
 *
 * @param user of the children, when the server is root
 */
record Outside(Path probe, Path setpriv, Optional<ServiceUser> user) {
    ChildSpec child(List<String> arguments, Map<String, String> environment) {
        List<String> words = new ArrayList<>();
        user.ifPresent(service -> words.addAll(List.of(
                "--reuid",
                Long.toString(service.uid()),
                "--regid",
                Long.toString(service.gid()),
                "--clear-groups",
                "--",
                probe.toString())));
        words.addAll(arguments);
        return new ChildSpec(
                user.isPresent() ? setpriv : probe,
                words,
                environment,
                List.of(),
                List.of(),
                false,
                OutputLimits.DEFAULT);
    }
}
