package dev.olp.provider;

import java.util.LinkedHashMap;
import java.util.Map;

/** How an upstream wants an API key shown. An OAuth token is {@code Authorization: Bearer} for all of them. */
public enum LoginStyle {
    /** Anthropic: {@code x-api-key}. */
    X_API_KEY,
    /** OpenAI, Mistral: {@code Authorization: Bearer}; the account's id of a ChatGPT login in a header of its own. */
    BEARER;

    /** @throws IllegalArgumentException for a secret that no header can carry; the secret is not in the message */
    public Map<String, String> headers(Login login) {
        requireVisible("the login's secret", login.secret());
        Map<String, String> headers = new LinkedHashMap<>();
        if (this == X_API_KEY && login.kind() == Login.Kind.API_KEY) {
            headers.put("x-api-key", login.secret());
            return headers;
        }
        headers.put("authorization", "Bearer " + login.secret());
        String account = login.accountId();
        if (this == BEARER && account != null) {
            requireVisible("the login's account id", account);
            headers.put("ChatGPT-Account-ID", account);
        }
        return headers;
    }

    private static void requireVisible(String what, String value) {
        if (value.isEmpty() || !value.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException(
                    what + " is empty or holds what no header may (expected: visible ASCII)");
        }
    }
}
