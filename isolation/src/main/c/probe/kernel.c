/* P, second part: what the kernel does for the caller. Each call is given what it cannot work with. */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define AT(text) ((long)(text))
#define UFFD_USER_MODE_ONLY 1L
#define SYSLOG_SIZE 10L
#define MORE_FILES 4096

static struct outcome user_namespace(void) { return CALL(unshare, (long)CLONE_NEWUSER); }

static struct outcome cloned_namespace(void)
{
    long child = syscall(SYS_clone, (long)(CLONE_NEWUSER | SIGCHLD), 0L, 0L, 0L, 0L);
    if (child < 0) return refused_by_errno("clone");
    if (child == 0) _exit(0);
    waitpid((pid_t)child, NULL, 0);
    return allowed("clone made one");
}

static struct outcome clone3_call(void)
{
    errno = 0;
    syscall(SYS_clone3, 0L, 0L);
    return errno == ENOSYS ? refused_by_errno("clone3") : allowed("clone3 is there");
}

static struct outcome set_namespace(void) { return CALL(setns, 0L, 0L); }

static struct outcome mount_tmpfs(void)
{
    struct outcome result = CALL(mount, AT("x"), AT("/tmp"), AT("tmpfs"), 0L, 0L);
    if (result.verdict == ALLOWED) umount2("/tmp", MNT_DETACH);
    return result;
}

static struct outcome unmount_proc(void) { return CALL(umount2, AT("/proc"), (long)MNT_DETACH); }
static struct outcome open_file_system(void) { return CALL(fsopen, AT("tmpfs"), 0L); }

static struct outcome open_tree_call(void)
{
    return either(CALL(open_tree, (long)AT_FDCWD, AT("/usr"), 1L), CALL(mount_setattr, (long)AT_FDCWD, AT("/usr"), 0L, 0L, 0L));
}

static struct outcome change_root(void) { return CALL(chroot, AT("/tmp")); }
static struct outcome pivot_root_call(void) { return CALL(pivot_root, AT("/tmp"), AT("/tmp")); }
static struct outcome bpf_call(void) { return CALL(bpf, 0L, 0L, 0L); }
static struct outcome perf_events(void) { return CALL(perf_event_open, 0L, 0L, 0L, 0L, 0L); }
static struct outcome read_keyring(void) { return CALL(keyctl, (long)KEYCTL_GET_KEYRING_ID, (long)KEY_SPEC_USER_KEYRING, 0L); }

static struct outcome add_to_keyring(void)
{
    long key = syscall(SYS_add_key, "user", "olp-probe", "v", 1L, (long)KEY_SPEC_USER_KEYRING);
    if (key < 0) return refused_by_errno("add_key");
    syscall(SYS_keyctl, (long)KEYCTL_UNLINK, key, (long)KEY_SPEC_USER_KEYRING);
    return allowed("added a key");
}

static struct outcome request_key_call(void)
{
    const char *key = parameter("key");
    return CALL(request_key, AT("user"), AT(key ? key : "olp-canary"), 0L, 0L);
}

static struct outcome listed_keys(void)
{
    NEED(key, "key");
    char text[65536];
    if (!text_of("/proc/keys", text, sizeof text)) return refused("/proc/keys is empty, or not there");
    return strstr(text, key) ? allowed("/proc/keys lists the key") : refused("/proc/keys does not list the key");
}

static struct outcome page_faults(void) { return either(CALL(userfaultfd, 0L), CALL(userfaultfd, UFFD_USER_MODE_ONLY)); }
static struct outcome ring(void) { return CALL(io_uring_setup, 8L, 0L); }
static struct outcome no_randomness(void) { return CALL(personality, (long)ADDR_NO_RANDOMIZE); }
static struct outcome file_handle(void) { return CALL(open_by_handle_at, (long)AT_FDCWD, 0L, 0L); }

/* The name that it has already. */
static struct outcome host_name(void)
{
    char name[256] = "";
    if (gethostname(name, sizeof name - 1)) return void_of("no host name");
    return CALL(sethostname, AT(name), (long)strlen(name));
}

static struct outcome clocks(void) { return either(CALL(clock_settime, 0L, 0L), CALL(adjtimex, 0L)); }

static struct outcome machine(void)
{
    struct outcome load = either(CALL(kexec_load, 0L, -1L, 0L, 0L), CALL(init_module, 0L, 0L, 0L));
    struct outcome files = either(CALL(swapon, 0L, 0L), CALL(acct, 1L));
    return either(CALL(reboot, 0L, 0L, 0L, 0L), either(load, files));
}

static struct outcome kernel_log(void) { return CALL(syslog, SYSLOG_SIZE, 0L, 0L); }

static struct outcome watchers(void)
{
    struct outcome quotas = CALL(quotactl, 0L, 0L, 0L, 0L);
#ifdef SYS_lookup_dcookie
    quotas = either(quotas, CALL(lookup_dcookie, 0L, 0L, 0L));
#endif
    return either(CALL(fanotify_init, 0L, 0L), quotas);
}

static struct outcome type_into_terminal(void)
{
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0) return refused_by_errno("/dev/tty");
    if (ioctl(terminal, TIOCSTI, "x")) return refused_by_errno("TIOCSTI");
    return allowed("typed into the terminal");
}

/* A terminal of one's own that becomes the session's, so that only the filter stands in the way. */
static int own_terminal(void)
{
    int master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (setsid() < 0 || master < 0 || unlockpt(master)) return -1;
    char name[64];
    return ptsname_r(master, name, sizeof name) ? -1 : open(name, O_RDWR | O_CLOEXEC);
}

static struct outcome type_with_garbage(void)
{
    int terminal = own_terminal();
    if (terminal < 0) return void_of("no terminal can be made");
    if (syscall(SYS_ioctl, (long)terminal, 0x100000000L | TIOCSTI, "x") < 0) return refused_by_errno("TIOCSTI");
    return allowed("typed into the terminal");
}

static struct outcome console(void)
{
    int terminal = own_terminal();
    if (terminal < 0) return void_of("no terminal can be made");
    return CALL(ioctl, (long)terminal, (long)TIOCLINUX, AT("x"));
}

#ifdef __x86_64__
/* getpid in the 32-bit table is 20; in the x32 one it is 39 with a high bit. */
static int by_interrupt(void)
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "r8", "r9", "r10", "r11", "memory");
    return result > 0;
}

static int by_x32(void) { return syscall(0x40000000L + 39) > 0; }

static struct outcome foreign(const char *name, int (*attempt)(void))
{
    pid_t child = fork();
    if (child < 0) return void_of("no fork");
    if (child == 0) _exit(attempt() ? 0 : 1);
    int status;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) return refused("%s was ended by signal %d", name, WTERMSIG(status));
    return WEXITSTATUS(status) ? refused("the kernel knows no %s", name) : allowed("%s works", name);
}

static struct outcome foreign_calls(void) { return either(foreign("a 32-bit call", by_interrupt), foreign("an x32 call", by_x32)); }
#else
static struct outcome foreign_calls(void) { return void_of("only a program of that kind could make such a call"); }
#endif

static struct outcome raise_limits(void)
{
    struct rlimit limit = {1000000, 1000000};
    struct rlimit more = {MORE_FILES, MORE_FILES};
    if (setrlimit(RLIMIT_NOFILE, &limit) && setrlimit(RLIMIT_NOFILE, &more)) return refused_by_errno("setrlimit");
    return allowed("the limit of open files is %d or more", MORE_FILES);
}

static struct outcome raise_priority(void)
{
    struct sched_param first = {.sched_priority = 10};
    if (!setpriority(PRIO_PROCESS, 0, -5)) return allowed("a higher priority");
    if (!sched_setscheduler(0, SCHED_FIFO, &first)) return allowed("real time");
    return refused_by_errno("sched_setscheduler");
}

const struct check kernel_checks[] = {
    {"P12", user_namespace}, {"P13", cloned_namespace}, {"P14", clone3_call}, {"P15", set_namespace}, {"P16", mount_tmpfs},
    {"P17", unmount_proc}, {"P18", open_file_system}, {"P19", open_tree_call}, {"P20", change_root},
    {"P21", pivot_root_call}, {"P22", bpf_call}, {"P23", perf_events}, {"P24", read_keyring}, {"P25", add_to_keyring},
    {"P26", request_key_call}, {"P27", listed_keys}, {"P28", page_faults}, {"P29", ring}, {"P30", no_randomness},
    {"P31", file_handle}, {"P32", host_name}, {"P33", clocks}, {"P34", machine}, {"P35", kernel_log}, {"P36", watchers},
    {"P37", type_into_terminal}, {"P38", type_with_garbage}, {"P39", console}, {"P40", foreign_calls},
    {"P41", raise_limits}, {"P42", raise_priority}, {NULL, NULL}};
