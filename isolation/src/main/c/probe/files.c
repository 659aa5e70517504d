/* F: what of the host's files can be reached. */
#include "probe.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH_SIZE 1200

static struct outcome under(const char *folder, const char *name)
{
    char path[PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return reads(path);
}

/* Makes a new file, and removes it again. */
static struct outcome writes(const char *folder)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/olp-probe-%d", folder, (int)getpid());
    struct outcome made = opens(path, O_WRONLY | O_CREAT | O_EXCL);
    if (made.verdict == ALLOWED) unlink(path);
    return made;
}

static struct outcome lists(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) return refused_by_errno(path);
    closedir(folder);
    return allowed("listed %s", path);
}

#define CANARY(function, name) \
    static struct outcome function(void) \
    { \
        NEED(canaries, "canaries"); \
        return under(canaries, name); \
    }

CANARY(another_home, "home-b/secret.txt")
CANARY(credential, "cred/real.json")
CANARY(beside_credential, "cred/sibling.json")
CANARY(state_folder, "state/keys.json")

static struct outcome homes(void)
{
    NEED(home, "home");
    struct outcome seen = lists("/root");
    DIR *all = opendir("/home");
    if (!all) return seen;
    struct dirent *entry;
    while (seen.verdict != ALLOWED && (entry = readdir(all))) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "/home/%s", entry->d_name);
        if (entry->d_name[0] != '.' && strcmp(path, home)) seen = allowed("/home holds another home");
    }
    closedir(all);
    return seen;
}

static bool is_root_entry(const char *line) { return !strncmp(line, "root:", 5); }

static struct outcome users(void)
{
    char text[65536];
    char line[512];
    long length = read_file("/etc/passwd", text, sizeof text);
    if (length < 0) return refused_by_errno("/etc/passwd");
    if (any_part(text, length, '\n', is_root_entry, line, sizeof line)) return allowed("/etc/passwd names root");
    return refused("/etc/passwd names no root");
}

static struct outcome shadow(void) { return reads("/etc/shadow"); }
static struct outcome write_usr(void) { return either(writes("/usr"), writes("/usr/bin")); }
static struct outcome write_root(void) { return writes("/"); }
static struct outcome write_dev(void) { return writes("/dev"); }

static struct outcome through_init(void)
{
    NEED(canaries, "canaries");
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "/proc/1/root%s", canaries);
    return under(path, "home-b/secret.txt");
}

static struct outcome through(const char *folder)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/root%s", folder, parameter("canaries"));
    struct outcome root = under(path, "home-b/secret.txt");
    snprintf(path, sizeof path, "%s/cwd/../../../../../../../..%s", folder, parameter("canaries"));
    return either(root, under(path, "home-b/secret.txt"));
}

static struct outcome through_any(void)
{
    NEED(canaries, "canaries");
    (void)canaries;
    struct outcome result = refused("no process leads out");
    each_process(through, &result);
    return result;
}

static struct outcome hard_link(void)
{
    char to[PATH_SIZE];
    char self[PATH_SIZE];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (!in_home("hard-link", to, sizeof to) || length < 0) return void_of("no home was given, or no /proc");
    self[length] = 0;
    const char *from = access("/usr/bin/id", F_OK) ? self : "/usr/bin/id";
    if (link(from, to)) return refused_by_errno("link");
    unlink(to);
    return allowed("linked %s", from);
}

static struct outcome symbolic_link(void)
{
    char link[PATH_SIZE];
    if (!in_home("symbolic-link", link, sizeof link)) return void_of("no home was given");
    if (symlink("/etc/shadow", link)) return void_of("no symbolic link can be made");
    struct outcome read = reads(link);
    unlink(link);
    return read;
}

/* Runs a copy of this program that is set-uid, which then only says who it is (see main.c). */
static struct outcome as_root(const char *program)
{
    int words[2];
    if (pipe(words)) return void_of("no pipe");
    pid_t child = fork();
    if (child < 0) return void_of("no fork");
    if (child == 0) {
        dup2(words[1], 1);
        execl(program, program, "who", (char *)NULL);
        _exit(127);
    }
    close(words[1]);
    char said[32] = "";
    ssize_t length = read(words[0], said, sizeof said - 1);
    close(words[0]);
    int status;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return refused("%s cannot be run", program);
    if (length > 0 && !strcmp(said, "uid 0\n")) return allowed("%s runs as root", program);
    if (length > 0) return refused("%s runs as nobody else", program);
    return void_of("%s said nothing", program);
}

static struct outcome set_user_id(void)
{
    char copy[PATH_SIZE];
    if (!in_home("set-user-id", copy, sizeof copy)) return void_of("no home was given");
    struct outcome result = refused("no set-uid program is there");
    int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    int to = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    if (from < 0 || to < 0) return void_of("no copy of the probe can be made");
    char bytes[65536];
    for (ssize_t length; (length = read(from, bytes, sizeof bytes)) > 0;)
        if (write(to, bytes, (size_t)length) != length) result = void_of("the copy of the probe is cut");
    int failed = fchmod(to, 04755);
    close(from);
    close(to);
    if (result.verdict != VOID) result = failed ? refused_by_errno("fchmod") : as_root(copy);
    unlink(copy);
    return parameter("set-uid") ? either(as_root(parameter("set-uid")), result) : result;
}

static struct outcome new_privileges(void)
{
    int set = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
    if (set < 0) return void_of("prctl");
    return set ? refused("no_new_privs is set") : allowed("no_new_privs is not set");
}

static struct outcome block_device(void)
{
    char path[PATH_SIZE];
    if (!in_home("block-device", path, sizeof path)) return void_of("no home was given");
    if (mknod(path, S_IFBLK | 0600, makedev(254, 0))) return refused_by_errno("mknod");
    unlink(path);
    return allowed("made a block device");
}

static struct outcome devices(void)
{
    static const char *const names[] = {"kmsg", "mem", "port", "kvm", "fuse", "vsock", "net/tun", "vda", "sda", "nvme0n1",
        "mmcblk0", "rfkill", "vhost-net", "vhost-vsock", "loop-control", "userfaultfd", "hwrng", "dri", "snd", NULL};
    for (int each = 0; names[each]; each++) {
        char path[64];
        snprintf(path, sizeof path, "/dev/%s", names[each]);
        if (!access(path, F_OK)) return allowed("%s is there", path);
    }
    return refused("no device of the host is there");
}

static struct outcome sys(void) { return either(lists("/sys/fs/cgroup"), lists("/sys/class")); }
static struct outcome core_pattern(void) { return opens("/proc/sys/kernel/core_pattern", O_WRONLY); }
static struct outcome system_request(void) { return opens("/proc/sysrq-trigger", O_WRONLY); }
static struct outcome kernel_memory(void) { return reads("/proc/kcore"); }

static struct outcome core_dump(void)
{
    const char *home = parameter("home");
    if (!home || chdir(home)) return void_of("no home was given");
    pid_t child = fork();
    if (child < 0) return void_of("no fork");
    if (child == 0) {
        struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
        setrlimit(RLIMIT_CORE, &all);
        raise(SIGSEGV);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    char path[64];
    snprintf(path, sizeof path, "core.%d", (int)child);
    bool left = !unlink("core") | !unlink(path);
    if (!WIFSIGNALED(status)) return void_of("the child did not crash");
    return WCOREDUMP(status) || left ? allowed("dumped core") : refused("no core was dumped");
}

static bool is_foreign_mount(const char *line)
{
    char point[512];
    if (sscanf(line, "%*s %*s %*s %*s %511s", point) != 1 || !strcmp(point, "/")) return false;
    return !is_parameter("mount", point, false) && !is_parameter("mounts-below", point, true);
}

static struct outcome mounts(void)
{
    char text[65536];
    char line[1024];
    long length = read_file("/proc/self/mountinfo", text, sizeof text);
    if (length < 0) return void_of("no mountinfo");
    if (!parameter("mount")) return void_of("no mount was given");
    if (any_part(text, length, '\n', is_foreign_mount, line, sizeof line)) return allowed("%.140s", line);
    return refused("nothing is mounted but the plan");
}

const struct check file_checks[] = {
    {"F01", another_home}, {"F02", homes}, {"F03", users}, {"F04", shadow}, {"F05", credential},
    {"F06", beside_credential}, {"F07", state_folder}, {"F08", write_usr}, {"F09", write_root}, {"F10", write_dev},
    {"F11", through_init}, {"F12", through_any}, {"F13", hard_link}, {"F14", symbolic_link}, {"F15", set_user_id},
    {"F16", new_privileges}, {"F18", block_device}, {"F19", devices}, {"F20", sys}, {"F21", core_pattern},
    {"F22", system_request}, {"F23", kernel_memory}, {"F24", core_dump}, {"F25", mounts}, {NULL, NULL}};
