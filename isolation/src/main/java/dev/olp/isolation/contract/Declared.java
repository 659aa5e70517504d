package dev.olp.isolation.contract;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A choice of the contract, by the word that a declaration, the configuration and {@code /health} use for it. */
public sealed interface Declared permits ReadProtection, DeploymentTier, CredentialMode {
    String declared();

    /**
     * The choice of that word, exactly as spelled.
     *
     * @param field named in the refusal
     * @throws InvalidContractException when the word is none of the choices
     */
    static <C extends Enum<C> & Declared> C parse(Class<C> choices, String field, String word) {
        for (C choice : choices.getEnumConstants()) {
            if (choice.declared().equals(word)) {
                return choice;
            }
        }
        throw new InvalidContractException(
                field,
                word,
                Arrays.stream(choices.getEnumConstants())
                        .map(Declared::declared)
                        .collect(Collectors.joining(", ", "one of ", "")));
    }
}
