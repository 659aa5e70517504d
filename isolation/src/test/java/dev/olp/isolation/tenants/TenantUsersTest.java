package dev.olp.isolation.tenants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.isolation.SandboxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TenantUsersTest {
    private static final SubIds USERS = new SubIds(700_000, 3);
    private static final SubIds GROUPS = new SubIds(800_000, 100);

    @TempDir
    Path folder;

    @Test
    void a_tenants_runs_are_one_user_and_no_other_tenants() throws Exception {
        TenantUsers users = users();
        TenantUser first = users.take("a");
        TenantUser again = users.take("a");
        TenantUser other = users.take("b");
        assertThat(again.uid()).isEqualTo(first.uid());
        assertThat(other.uid()).isNotEqualTo(first.uid());
        assertThat(first.gid() - GROUPS.first()).isEqualTo(first.uid() - USERS.first());
        first.close();
        first.close(); // one run's word counts once
        assertThat(users.take("a").uid()).as("a run of it lives").isEqualTo(first.uid());
    }

    @Test
    void what_was_given_back_longest_ago_is_given_again_first() throws Exception {
        TenantUsers users = users();
        TenantUser a = users.take("a");
        TenantUser b = users.take("b");
        TenantUser c = users.take("c");
        b.close();
        a.close();
        assertThat(users.take("d").uid()).isEqualTo(b.uid());
        assertThat(users.take("e").uid()).isEqualTo(a.uid());
        assertThat(c.uid()).isNotIn(a.uid(), b.uid());
    }

    @Test
    void when_all_are_taken_a_tenant_is_refused_until_one_is_back() throws Exception {
        TenantUsers users = users();
        users.take("a");
        users.take("b");
        TenantUser c = users.take("c");
        for (int each = 0; each < 5; each++) {
            assertThatThrownBy(() -> users.take("d"))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("all 3 users")
                    .hasMessageContaining("longer range");
        }
        c.close();
        assertThat(users.take("d").uid()).isEqualTo(c.uid());
    }

    @Test
    void another_servers_users_are_left_to_it() throws Exception {
        users().take("mine").close(); // makes the file
        // the first two bytes, held by another process
        Process other = new ProcessBuilder(
                        "perl",
                        "-e",
                        "use Fcntl; open F, '+<', $ARGV[0]; $l = pack('s s x4 q q i', F_WRLCK, 0, 0, 2, 0); fcntl(F, F_SETLK, $l)"
                                + " or die $!; $| = 1; print \"locked\\n\"; <STDIN>",
                        folder.resolve("users").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("locked");
            TenantUsers users = users();
            assertThat(users.take("a").uid()).isEqualTo(USERS.first() + 2);
            assertThatThrownBy(() -> users.take("b")).hasMessageContaining("taken");
            other.destroyForcibly().waitFor();
            assertThat(users.take("b").uid()).isBetween(USERS.first(), USERS.first() + 1);
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void the_file_of_locks_is_ours_alone_and_no_link() throws Exception {
        users().take("a").close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("users"))))
                .isEqualTo("rw-------");
        Path elsewhere = Files.createDirectory(folder.resolve("x"));
        Files.createSymbolicLink(elsewhere.resolve("users"), folder.resolve("victim"));
        assertThatThrownBy(() -> new TenantUsers(USERS, GROUPS, elsewhere).take("a"))
                .isInstanceOf(SandboxException.class);
        assertThat(folder.resolve("victim")).doesNotExist();
    }

    private TenantUsers users() {
        return new TenantUsers(USERS, GROUPS, folder);
    }
}
