/* I: what the host's processes share with each other. */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

extern char **environ;

#define SECRETS_SIZE 65536

/* Connects to a Unix socket; an abstract name has no file. */
static struct outcome connects(const char *name, bool abstract)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(name);
    if (length + 1 >= sizeof address.sun_path) return void_of("the socket's name is too long");
    memcpy(address.sun_path + abstract, name, length);
    int one = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (one < 0) return void_of("no socket");
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
    if (connect(one, (struct sockaddr *)&address, size)) return refused_by_errno("connect");
    return allowed("connected");
}

static struct outcome abstract_socket(void)
{
    NEED(name, "abstract");
    return connects(name, true);
}

static struct outcome path_socket(void)
{
    NEED(path, "socket");
    return connects(path, false);
}

static struct outcome well_known_sockets(void)
{
    static const char *const paths[] = {"/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock",
        "/run/podman/podman.sock", "/run/dbus/system_bus_socket", "/run/systemd/private", "/run/systemd/notify",
        "/run/systemd/journal/socket", "/run/user", "/tmp/.X11-unix", "/run/snapd.socket", "/run/acpid.socket", NULL};
    static const char *const variables[] = {"SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY",
        "WAYLAND_DISPLAY", "DOCKER_HOST", "NOTIFY_SOCKET", "GPG_AGENT_INFO", NULL};
    for (int each = 0; paths[each]; each++)
        if (!access(paths[each], F_OK)) return allowed("%s is there", paths[each]);
    for (int each = 0; variables[each]; each++)
        if (getenv(variables[each])) return allowed("%s is set", variables[each]);
    return refused("no socket of a service is there");
}

static struct outcome shared_memory(void)
{
    NEED(id, "shared-memory");
    void *memory = shmat((int)atol(id), NULL, SHM_RDONLY);
    if (memory == (void *)-1) return refused_by_errno("shmat");
    shmdt(memory);
    return allowed("attached");
}

static struct outcome shared_file(void)
{
    NEED(path, "shared-file");
    return reads(path);
}

static struct outcome temp_folder(void)
{
    NEED(path, "temp-file");
    return reads(path);
}

static struct outcome message_queue(void)
{
    NEED(name, "queue");
    long queue = syscall(SYS_mq_open, name, (long)O_RDONLY, 0L, 0L);
    if (queue < 0) return refused_by_errno("mq_open");
    return allowed("opened");
}

static struct outcome descriptors(void)
{
    if (inherited_descriptor) return allowed("descriptor %d was inherited", inherited_descriptor);
    return refused("only 0, 1 and 2 were inherited");
}

static struct outcome environment(void)
{
    static const char *const own[] = {"PWD", "HOME", "PATH", "LANG", "TERM", "SHLVL", "_", "OLDPWD", "HTTP_PROXY",
        "HTTPS_PROXY", "NO_PROXY", "TMPDIR", NULL};
    for (char **each = environ; *each; each++) {
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(*each, "="), *each);
        bool known = is_parameter("variable", name, false);
        for (int one = 0; own[one]; one++) known |= !strcmp(name, own[one]);
        if (!known) return allowed("%s is set", name);
    }
    return refused("nothing but the plan is set");
}

static struct outcome name_of_host(void)
{
    NEED(host, "host");
    char name[256] = "";
    if (gethostname(name, sizeof name - 1)) return void_of("no host name");
    return strcmp(name, host) ? refused("another name") : allowed("the host's name");
}

static bool is_secret(const char *entry)
{
    return strstr(entry, "tok-") || strstr(entry, "secret") || strstr(entry, "Bearer");
}

static struct outcome secret_arguments(void)
{
    char bytes[SECRETS_SIZE];
    char entry[1024];
    long length = read_file("/proc/1/cmdline", bytes, sizeof bytes);
    if (length < 0) return refused_by_errno("/proc/1/cmdline");
    if (any_part(bytes, length, 0, is_secret, entry, sizeof entry)) return allowed("the first process has a secret argument");
    return refused("no secret is in it");
}

const struct check sharing_checks[] = {
    {"I01", abstract_socket}, {"I02", path_socket}, {"I03", well_known_sockets}, {"I04", shared_memory},
    {"I05", shared_file}, {"I06", temp_folder}, {"I07", message_queue}, {"I08", descriptors}, {"I09", environment},
    {"I10", name_of_host}, {"I11", secret_arguments}, {NULL, NULL}};
