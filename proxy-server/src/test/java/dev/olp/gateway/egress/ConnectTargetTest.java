package dev.olp.gateway.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.contract.EgressHost;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectTargetTest {
    private static final Set<EgressHost> LISTED =
            Set.of(EgressHost.parse("api.example.com:443"), EgressHost.parse("files.example.com:8443"));

    @ParameterizedTest
    @ValueSource(
            strings = {"api.example.com:443", "api.example.com.:443", "API.Example.COM:443", "Api.example.com.:443"})
    void aListedNameMayBeSpeltInAnyCaseAndWithADotAtTheEnd(String asked) { // E01
        assertThat(ConnectTarget.of(asked, LISTED))
                .isEqualTo(new ConnectTarget.Listed(EgressHost.parse("api.example.com:443")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                // E02
                "evil.example.com:443 NOT_ON_ALLOWLIST",
                "api.example.com:22 NOT_ON_ALLOWLIST",
                "api.example.com:8443 NOT_ON_ALLOWLIST",
                "files.example.com:443 NOT_ON_ALLOWLIST",
                "api.example.com.evil.net:443 NOT_ON_ALLOWLIST",
                "notapi.example.com:443 NOT_ON_ALLOWLIST",
                "x.api.example.com:443 NOT_ON_ALLOWLIST",
                "example.com:443 NOT_ON_ALLOWLIST",
                "com:443 NOT_ON_ALLOWLIST",
                "localhost:443 NOT_ON_ALLOWLIST",
                ".api.example.com:443 NOT_ON_ALLOWLIST",
                "api..example.com:443 NOT_ON_ALLOWLIST",
                "api.example.com..:443 NOT_ON_ALLOWLIST",
                // E03
                "127.0.0.1:443 ADDRESS_LITERAL",
                "169.254.169.254:443 ADDRESS_LITERAL",
                "169.254.169.254.:443 ADDRESS_LITERAL",
                "[::1]:443 ADDRESS_LITERAL",
                "[::ffff:127.0.0.1]:443 ADDRESS_LITERAL",
                "[fe80::1%25lo]:443 ADDRESS_LITERAL",
                "::1:443 ADDRESS_LITERAL",
                "[api.example.com]:443 ADDRESS_LITERAL",
                // E04
                "127.1:443 ADDRESS_LITERAL",
                "0x7f.0.0.1:443 ADDRESS_LITERAL",
                "0X7F000001:443 ADDRESS_LITERAL",
                "2130706433:443 ADDRESS_LITERAL",
                "017700000001:443 ADDRESS_LITERAL",
                "0177.0.0.1:443 ADDRESS_LITERAL",
                "a.0x7f:443 ADDRESS_LITERAL",
                "api.example.com.1:443 ADDRESS_LITERAL",
                "0x:443 ADDRESS_LITERAL",
                "0:443 ADDRESS_LITERAL",
                // E05
                "api.example.com%00:443 NOT_A_NAME",
                "evil%00.api.example.com:443 NOT_A_NAME",
                "ａｐｉ.example.com:443 NOT_A_NAME",
                "api。example.com:443 NOT_A_NAME",
                "x@api.example.com:443 NOT_A_NAME",
                "api.example.com@evil.net:443 NOT_A_NAME",
                "api.example.com/x:443 NOT_A_NAME",
                "https://api.example.com:443 ADDRESS_LITERAL",
                "api_.example.com:443 NOT_A_NAME",
                "*.example.com:443 NOT_A_NAME",
                "api.example.com NOT_A_NAME",
                "api.example.com: NOT_A_NAME",
                "api.example.com:0 NOT_A_NAME",
                "api.example.com:0443 NOT_A_NAME",
                "api.example.com:+443 NOT_A_NAME",
                "api.example.com:443x NOT_A_NAME",
                "api.example.com:4430000 NOT_A_NAME",
                "api.example.com:443:443 ADDRESS_LITERAL",
                ":443 NOT_A_NAME",
                "/ NOT_A_NAME"
            })
    void everythingElseIsRefusedByName(String asked, EgressRefusal why) {
        assertThat(ConnectTarget.of(asked, LISTED)).isEqualTo(new ConnectTarget.Refused(why));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil\0.api.example.com:443",
                "api.example.com\r\n:443",
                "api.example.com :443",
                " :443",
                "\t",
                ""
            })
    void neitherControlCharactersNorBlanksAreInAName(String asked) { // E05
        assertThat(ConnectTarget.of(asked, LISTED)).isEqualTo(new ConnectTarget.Refused(EgressRefusal.NOT_A_NAME));
    }
}
