package dev.olp.app;

import dev.olp.config.Home;
import dev.olp.confinement.Confinement;
import dev.olp.confinement.OuterSandbox;
import dev.olp.isolation.bubblewrap.NetworkPolicy;
import dev.olp.isolation.bubblewrap.Profile;
import dev.olp.isolation.bubblewrap.SandboxSpec;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.selftest.SandboxSelfTest;
import dev.olp.registry.ModelEntry;
import dev.olp.registry.ModelRegistry;
import dev.olp.run.Proofs;
import dev.olp.run.ProviderProver;
import dev.olp.run.SandboxProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Puts together what proves the sandbox and each provider's run in it. */
final class ProofSetup {
    private ProofSetup() {}

    /**
     * The self-test of the sandbox in use; empty where there is none to prove.
     *
     * @param kept folder of good verdicts, ours alone
     */
    static Optional<SandboxProof> sandbox(
            Confinement confinement, ThrowAwaySandbox homes, Path kept, SecureRandom random, Clock clock) {
        if (!(confinement.walls() instanceof OuterSandbox walls)) {
            return Optional.empty();
        }
        SandboxSpec spec =
                new SandboxSpec(Profile.BARE, NetworkPolicy.NONE, List.of(), true, walls.sizes()).in(walls.tier());
        return Optional.of(new SandboxProof(
                new SandboxSelfTest(
                        homes, walls.sandbox(), spec, walls.programs().probe(), random, clock),
                kept.resolve("sandbox")));
    }

    static Proofs proofs(
            Confinement confinement,
            Optional<SandboxProof> sandbox,
            ModelRegistry registry,
            boolean updates,
            Path kept,
            SecureRandom random,
            Clock clock,
            LongSupplier ticker) {
        return new Proofs(
                new ProviderProver(
                        confinement,
                        sandbox,
                        provider -> model(registry, provider),
                        confinement.walls().posture().tier(),
                        kept,
                        random,
                        clock,
                        ticker),
                updates,
                ticker);
    }

    /** One that people use: it has a short name. */
    private static String model(ModelRegistry registry, String provider) {
        return registry.models().stream()
                .filter(model ->
                        model.provider().equals(provider) && !model.aliases().isEmpty())
                .map(ModelEntry::id)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no model of " + provider + " has an alias"));
    }

    /** Where a server keeps good verdicts. */
    static Path folder(Home home) throws IOException {
        Path folder = home.root().resolve("proofs");
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return folder;
    }
}
