/*
 * netbridge PORT SOCKET [PORT SOCKET]... -- COMMAND ARGUMENT...
 *
 * Leads connections to 127.0.0.1:PORT to the Unix socket SOCKET, for a program that speaks TCP only in a sandbox that
 * has no network. The listeners stand before COMMAND starts. This process becomes COMMAND, so its pid, its status, its
 * signals and its standard streams are COMMAND's own; the bytes are carried by a process that COMMAND does not know and
 * that ends with the sandbox.
 *
 * Status 125 when there is no bridge, 126 and 127 when COMMAND cannot be executed or is not found.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_PORTS = 8, MOST_CONNECTIONS = 32, BACKLOG = 128, BUFFER_BYTES = 16384, LAST_PORT = 65535 };
enum { NO_BRIDGE = 125, NOT_EXECUTABLE = 126, NOT_FOUND = 127 };

/* One direction: what was read from one end and is not written to the other yet is in bytes[start..end). */
struct flow {
    bool over;
    size_t start, end;
    char bytes[BUFFER_BYTES];
};

/* ends[0] is the program's, ends[1] the socket's; flows[side] carries from ends[side] to the other. */
struct connection {
    int ends[2];
    struct flow flows[2];
};

static struct sockaddr_un targets[MOST_PORTS];
static struct pollfd polled[MOST_PORTS + 2 * MOST_CONNECTIONS];
static struct pollfd *const polled_ends = polled + MOST_PORTS;
static struct connection connections[MOST_CONNECTIONS];
static int ports;
static int open_connections;

static _Noreturn void fail(int status, const char *what) {
    fprintf(stderr, "netbridge: %s: %s\n", what, errno == 0 ? "not as expected" : strerror(errno));
    exit(status);
}

static void listen_on(const char *port, const char *path) {
    char *rest;
    errno = 0;
    long number = strtol(port, &rest, 10);
    struct sockaddr_un *target = &targets[ports];
    if (*rest != '\0' || number < 1 || number > LAST_PORT || ports == MOST_PORTS) fail(NO_BRIDGE, port);
    if (path[0] != '/' || strlen(path) >= sizeof target->sun_path) fail(NO_BRIDGE, path);
    target->sun_family = AF_UNIX;
    memcpy(target->sun_path, path, strlen(path) + 1);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons((uint16_t)number)};
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (listener < 0 || bind(listener, (struct sockaddr *)&here, sizeof here) != 0 || listen(listener, BACKLOG) != 0)
        fail(NO_BRIDGE, port);
    polled[ports++].fd = listener;
}

/* Ends a connection of the program's so that it does not take the end for a complete answer. */
static void reset(int program) {
    const struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    setsockopt(program, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(program);
}

static void accept_one(int index) {
    int program = accept4(polled[index].fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (program < 0) return;
    const int yes = 1;
    setsockopt(program, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    int outside = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (outside < 0 || connect(outside, (struct sockaddr *)&targets[index], sizeof targets[index]) != 0) {
        if (outside >= 0) close(outside);
        reset(program);
        return;
    }
    struct connection *free_one = connections;
    while (free_one->ends[0] >= 0) free_one++;
    free_one->ends[0] = program;
    free_one->ends[1] = outside;
    for (int side = 0; side < 2; side++) {
        free_one->flows[side].over = false;
        free_one->flows[side].start = free_one->flows[side].end = 0;
    }
    open_connections++;
}

static bool holds(const struct flow *flow) { return flow->start < flow->end; }

static bool again(void) { return errno == EAGAIN || errno == EINTR; }

/* Moves what can be moved now. False when the source broke off, which must not look like an end. */
static bool move(struct flow *flow, int from, int to) {
    if (flow->over) return true;
    if (!holds(flow)) {
        ssize_t count = read(from, flow->bytes, sizeof flow->bytes);
        if (count < 0) return again();
        if (count == 0) {
            flow->over = true;
            shutdown(to, SHUT_WR);
            return true;
        }
        flow->start = 0;
        flow->end = (size_t)count;
    }
    ssize_t count = write(to, flow->bytes + flow->start, flow->end - flow->start);
    if (count >= 0) {
        flow->start += (size_t)count;
    } else if (!again()) { /* nobody reads there any more, but may still have written an answer */
        flow->over = true;
        flow->start = flow->end;
    }
    return true;
}

static void carry(struct connection *connection, const struct pollfd ends[2]) {
    bool sound = true;
    for (int side = 0; side < 2; side++) {
        struct flow *flow = &connection->flows[side];
        const struct pollfd *awaited = &ends[holds(flow) ? !side : side];
        if (awaited->revents != 0) sound &= move(flow, connection->ends[side], connection->ends[!side]);
    }
    if (sound && !(connection->flows[0].over && connection->flows[1].over)) return;
    if (sound) close(connection->ends[0]);
    else reset(connection->ends[0]);
    close(connection->ends[1]);
    connection->ends[0] = connection->ends[1] = -1;
    open_connections--;
}

/* Asks of each end only what a flow waits for; one that nothing waits for is left out, or its hang-up would wake us on and on. */
static void ask(const struct connection *connection, struct pollfd ends[2]) {
    ends[0].events = ends[1].events = 0;
    for (int side = 0; side < 2 && connection->ends[0] >= 0; side++) {
        const struct flow *flow = &connection->flows[side];
        if (holds(flow)) ends[!side].events |= POLLOUT;
        else if (!flow->over) ends[side].events |= POLLIN;
    }
    for (int side = 0; side < 2; side++) {
        ends[side].fd = ends[side].events == 0 ? -1 : connection->ends[side];
        ends[side].revents = 0;
    }
}

static _Noreturn void bridge(void) {
    setsid(); /* what the program's group is signalled does not concern us: its last words still pass */
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    for (int standard = 0; standard < 3; standard++) close(standard);
    for (int each = 0; each < MOST_CONNECTIONS; each++) connections[each].ends[0] = connections[each].ends[1] = -1;
    for (;;) {
        for (int each = 0; each < MOST_CONNECTIONS; each++) ask(&connections[each], &polled_ends[2 * each]);
        for (int each = 0; each < MOST_PORTS; each++) {
            polled[each].events = open_connections < MOST_CONNECTIONS ? POLLIN : 0;
            if (each >= ports) polled[each].fd = -1;
        }
        if (poll(polled, sizeof polled / sizeof polled[0], -1) < 0) continue;
        for (int each = 0; each < MOST_CONNECTIONS; each++)
            if (connections[each].ends[0] >= 0) carry(&connections[each], &polled_ends[2 * each]);
        for (int each = 0; each < ports && open_connections < MOST_CONNECTIONS; each++)
            if (polled[each].revents & POLLIN) accept_one(each);
    }
}

int main(int count, char **words) {
    int at = 1;
    while (at + 1 < count && strcmp(words[at], "--") != 0) {
        listen_on(words[at], words[at + 1]);
        at += 2;
    }
    errno = 0;
    if (ports == 0 || at + 1 >= count || strcmp(words[at], "--") != 0)
        fail(NO_BRIDGE, "usage: netbridge PORT SOCKET [PORT SOCKET]... -- COMMAND ARGUMENT...");
    pid_t between = fork(); /* twice: the bridge is to be no child of the program, which may wait for any of its own */
    if (between == 0) {
        pid_t child = fork();
        if (child == 0) bridge();
        _exit(child < 0);
    }
    int status = 0;
    if (between < 0 || waitpid(between, &status, 0) != between || status != 0) fail(NO_BRIDGE, "fork");
    execv(words[at + 1], words + at + 1);
    fail(errno == ENOENT || errno == ENOTDIR ? NOT_FOUND : NOT_EXECUTABLE, words[at + 1]);
}
