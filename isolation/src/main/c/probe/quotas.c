/* Q and D01: how much can be taken. */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define MEBIBYTE (1L << 20)
#define MANY_DESCRIPTORS 5000

/* Room is asked for at once, so that where there is a quota nothing is taken before it says no. */
static struct outcome fills(const char *path, const char *quota)
{
    NEED(bytes, quota);
    long size = atol(bytes) / 4 * 5;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return void_of("no file can be made there");
    int failed = fallocate(file, 0, 0, size);
    int error = errno;
    close(file);
    unlink(path);
    errno = error;
    if (!failed) return allowed("took %ld MiB", size / MEBIBYTE);
    return errno == ENOSPC || errno == EDQUOT ? refused_by_errno("fallocate") : void_of("no room can be asked for");
}

static struct outcome fill_home(void)
{
    char path[1200];
    if (!in_home("fill", path, sizeof path)) return void_of("no home was given");
    return fills(path, "home-bytes");
}

static struct outcome fill_in(const char *folder, const char *quota)
{
    char path[64];
    snprintf(path, sizeof path, "%s/olp-probe-fill-%d", folder, (int)getpid());
    return fills(path, quota);
}

static struct outcome fill_temp(void) { return fill_in("/tmp", "temp-bytes"); }
static struct outcome fill_shared(void) { return fill_in("/dev/shm", "shared-bytes"); }

static struct outcome many_descriptors(void)
{
    for (int each = 0; each < MANY_DESCRIPTORS; each++)
        if (open("/dev/null", O_RDONLY | O_CLOEXEC) < 0)
            return errno == EMFILE ? refused("after %d", each) : void_of("no /dev/null");
    return allowed("opened %d", MANY_DESCRIPTORS);
}

/* A bomb that goes off as far as a little beyond the cap. */
static struct outcome many_processes(void)
{
    NEED(cap, "processes");
    int most = atoi(cap) + 64;
    int made = 0;
    pid_t *children = calloc((size_t)most, sizeof *children);
    if (!children) return void_of("no memory");
    for (pid_t child; made < most && (child = fork()) >= 0; children[made++] = child)
        if (child == 0) {
            pause();
            _exit(0);
        }
    int error = errno;
    for (int each = 0; each < made; each++) {
        kill(children[each], SIGKILL);
        waitpid(children[each], NULL, 0);
    }
    if (made == most) return allowed("made %d processes", made);
    return error == EAGAIN ? refused("after %d", made) : void_of("no fork after %d", made);
}

static struct outcome large_file(void)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/olp-probe-large-%d", (int)getpid());
    signal(SIGXFSZ, SIG_IGN);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return void_of("no file can be made in /tmp");
    int failed = ftruncate(file, 2048 * MEBIBYTE);
    int error = errno;
    close(file);
    unlink(path);
    errno = error;
    return failed ? refused_by_errno("ftruncate") : allowed("made a file of 2 GiB");
}

const struct check quota_checks[] = {
    {"Q01", fill_home}, {"Q02", fill_temp}, {"Q03", fill_shared}, {"Q04", many_descriptors}, {"Q05", large_file}, {"D01", many_processes},
    {NULL, NULL}};
