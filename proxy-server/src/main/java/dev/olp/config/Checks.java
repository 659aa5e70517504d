package dev.olp.config;

import dev.olp.gateway.UpstreamUrl;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The checks that settings records share. Each takes the component's name, and tells what would be right. */
final class Checks {
    private Checks() {}

    static void range(String component, long value, long least, long most) {
        if (value < least || value > most) {
            throw new InvalidSettingException(component, value, least + "-" + most);
        }
    }

    static void absolutePath(String component, @Nullable String value) {
        if (value != null && (!value.startsWith("/") || value.chars().anyMatch(Character::isISOControl))) {
            throw new InvalidSettingException(component, value, "an absolute path");
        }
    }

    static void addresses(String component, List<String> values) {
        if (values.isEmpty() || !values.stream().allMatch(Checks::isAddress)) {
            throw new InvalidSettingException(component, values, "IP addresses such as 127.0.0.1 or ::1");
        }
    }

    static void networks(String component, List<String> values) {
        if (!values.stream().allMatch(Checks::isNetwork)) {
            throw new InvalidSettingException(component, values, "IP addresses or networks such as 10.0.0.0/8");
        }
    }

    static void words(String component, List<String> values, String expected) {
        if (values.stream().anyMatch(value -> value.isBlank() || value.chars().anyMatch(Character::isWhitespace))) {
            throw new InvalidSettingException(component, values, expected);
        }
    }

    /** What a run may be sent to; user names in it would end up in logs. */
    static void baseUrl(String component, String value) {
        try {
            UpstreamUrl.of(value);
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException(component, value, UpstreamUrl.EXPECTED);
        }
    }

    private static boolean isNetwork(String value) {
        int slash = value.indexOf('/');
        if (slash < 0) {
            return isAddress(value);
        }
        String address = value.substring(0, slash);
        String bits = value.substring(slash + 1);
        return isAddress(address)
                && bits.matches("\\d{1,3}")
                && Integer.parseInt(bits) <= InetAddress.ofLiteral(address).getAddress().length * 8;
    }

    private static boolean isAddress(String value) {
        try {
            return value.equals(value.strip()) && InetAddress.ofLiteral(value).getAddress().length > 0;
        } catch (IllegalArgumentException notOne) {
            return false;
        }
    }
}
