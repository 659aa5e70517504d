/* P, first part: what of other processes can be reached. */
#include "probe.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ENOUGH (1 << 20)
#define MOST_OF_OURS 12

static char bytes[ENOUGH];

static struct outcome many(void)
{
    struct outcome result = refused("none");
    int seen = each_process(NULL, &result);
    if (seen < 0) return result;
    return seen > MOST_OF_OURS ? allowed("%d processes are visible", seen) : refused("%d processes are visible", seen);
}

static bool holds_secret(const char *entry)
{
    const char *secret = parameter("secret");
    return secret && strstr(entry, secret);
}

static struct outcome environment_of(const char *folder)
{
    char path[128];
    char entry[2048];
    snprintf(path, sizeof path, "%s/environ", folder);
    long length = read_file(path, bytes, sizeof bytes);
    if (length < 0) return refused_by_errno(path);
    if (any_part(bytes, length, 0, holds_secret, entry, sizeof entry)) return allowed("%s holds the secret", path);
    return refused("%s holds no secret", path);
}

static struct outcome victims_environment(void)
{
    NEED(victim, "victim");
    NEED(secret, "secret");
    (void)secret;
    char folder[64];
    snprintf(folder, sizeof folder, "/proc/%.20s", victim);
    return environment_of(folder);
}

static struct outcome any_environment(void)
{
    NEED(secret, "secret");
    (void)secret;
    struct outcome result = refused("no environment holds the secret");
    each_process(environment_of, &result);
    return result;
}

static bool is_argument(const char *entry)
{
    const char *argument = parameter("argument");
    return argument && !strcmp(entry, argument);
}

static struct outcome arguments_of(const char *folder)
{
    char path[128];
    char entry[2048];
    snprintf(path, sizeof path, "%s/cmdline", folder);
    long length = read_file(path, bytes, sizeof bytes);
    if (length < 0) return refused_by_errno(path);
    if (any_part(bytes, length, 0, is_argument, entry, sizeof entry)) return allowed("%s holds the argument", path);
    return refused("%s holds no such argument", path);
}

static struct outcome any_arguments(void)
{
    NEED(argument, "argument");
    (void)argument;
    struct outcome result = refused("no argument list holds it");
    each_process(arguments_of, &result);
    return result;
}

static struct outcome signal_victim(void)
{
    NEED(victim, "victim");
    NEED(argument, "argument");
    (void)argument;
    char folder[64];
    snprintf(folder, sizeof folder, "/proc/%.20s", victim);
    if (kill((pid_t)atol(victim), 0)) return refused_by_errno("kill");
    return arguments_of(folder).verdict == ALLOWED ? allowed("the victim can be signalled") : refused("that is another");
}

/* Seizing is attaching without a stop: a first process that is stopped would hang its whole namespace. */
static struct outcome trace_init(void) { return CALL(ptrace, (long)PTRACE_SEIZE, 1L); }

static struct outcome trace_sibling(void)
{
    pid_t sibling = fork();
    if (sibling < 0) return void_of("no fork");
    if (sibling == 0) {
        pause();
        _exit(0);
    }
    struct outcome result = CALL(ptrace, (long)PTRACE_SEIZE, (long)sibling);
    kill(sibling, SIGKILL);
    waitpid(sibling, NULL, 0);
    return result;
}

static struct outcome read_memory(void) { return CALL(process_vm_readv, 1L, 0L, 0L, 0L, 0L, 0L); }
static struct outcome take_descriptor(void) { return CALL(pidfd_getfd, 0L, 0L, 0L); }

static struct outcome memory_of_init(void)
{
    return either(opens("/proc/1/mem", O_RDWR), opens("/proc/1/task/1/mem", O_RDWR));
}

static struct outcome descriptors_of_init(void)
{
    DIR *all = opendir("/proc/1/fd");
    if (!all) return refused_by_errno("/proc/1/fd");
    struct outcome result = refused("none of them can be opened");
    struct dirent *entry;
    while (result.verdict != ALLOWED && (entry = readdir(all))) {
        char path[64];
        if (entry->d_name[0] == '.' || atoi(entry->d_name) <= 2) continue;
        snprintf(path, sizeof path, "/proc/1/fd/%.20s", entry->d_name);
        result = either(either(opens(path, O_RDONLY), opens(path, O_WRONLY)), result);
    }
    closedir(all);
    return result;
}

static bool is_more_than_a_shells(const char *entry)
{
    static const char *const own[] = {"PATH=", "PWD=", "OLDPWD=", "SHLVL=", "_=", NULL};
    for (int each = 0; own[each]; each++)
        if (!strncmp(entry, own[each], strlen(own[each]))) return false;
    return *entry;
}

static struct outcome environment_of_init(void)
{
    char entry[512];
    long length = read_file("/proc/1/environ", bytes, sizeof bytes);
    if (length < 0) return refused_by_errno("/proc/1/environ");
    if (any_part(bytes, length, 0, is_more_than_a_shells, entry, sizeof entry)) return allowed("%.100s", entry);
    return refused("nothing of ours is in it");
}

static bool is_host_path(const char *entry)
{
    static const char *const tops[] = {"/tmp/", "/run/", "/home/", "/root/", "/opt/", "/var/", NULL};
    for (int each = 0; tops[each]; each++)
        if (!strncmp(entry, tops[each], strlen(tops[each]))) return true;
    return false;
}

static struct outcome arguments_of_init(void)
{
    char entry[512];
    long length = read_file("/proc/1/cmdline", bytes, sizeof bytes);
    if (length < 0) return refused_by_errno("/proc/1/cmdline");
    if (any_part(bytes, length, 0, is_host_path, entry, sizeof entry)) return allowed("%.100s", entry);
    return refused("no path of the host is in it");
}

static struct outcome filter_of_init(void)
{
    char status[8192];
    if (!text_of("/proc/1/status", status, sizeof status)) return void_of("no /proc/1/status");
    const char *line = strstr(status, "\nSeccomp:\t");
    if (!line) return void_of("the kernel tells no seccomp mode");
    return line[10] == '0' ? allowed("mode 0") : refused("mode %c", line[10]);
}

const struct check process_checks[] = {
    {"P01", many}, {"P02", victims_environment}, {"P03", any_environment}, {"P04", any_arguments}, {"P05", signal_victim},
    {"P06", trace_init}, {"P07", trace_sibling}, {"P08", read_memory}, {"P09", take_descriptor}, {"P10", memory_of_init},
    {"P11", descriptors_of_init}, {"P43", environment_of_init}, {"P44", arguments_of_init}, {"P45", filter_of_init},
    {NULL, NULL}};
