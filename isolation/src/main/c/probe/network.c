/* N: where packets can go. Addresses are given as ADDRESS PORT; the caller sees to it that they lead nowhere real. */
#include "probe.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PATIENCE_MILLISECONDS 1000
#define LAST_FAMILY 64
#define AF_VSOCK_NUMBER 40L
#define TEXT_SIZE 65536

/* Reads "ADDRESS PORT", of either family; its size, or 0. */
static socklen_t parse(const char *text, struct sockaddr_storage *target)
{
    char address[64];
    int port;
    struct sockaddr_in *four = (struct sockaddr_in *)target;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)target;
    memset(target, 0, sizeof *target);
    if (sscanf(text, "%63s %d", address, &port) != 2) return 0;
    if (inet_pton(AF_INET, address, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)port);
        return sizeof *four;
    }
    if (inet_pton(AF_INET6, address, &six->sin6_addr) != 1) return 0;
    six->sin6_family = AF_INET6;
    six->sin6_port = htons((uint16_t)port);
    return sizeof *six;
}

static bool ready(int one, short what)
{
    struct pollfd wait = {.fd = one, .events = what};
    return poll(&wait, 1, PATIENCE_MILLISECONDS) == 1;
}

static struct outcome reaches(const char *text, int type, const char *word, size_t length, bool answer)
{
    struct sockaddr_storage target;
    socklen_t size = parse(text, &target);
    if (!size) return void_of("%s is no address and port", text);
    int one = socket(target.ss_family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (one < 0) return void_of("no socket");
    if (connect(one, (struct sockaddr *)&target, size) && errno != EINPROGRESS) return refused_by_errno("connect");
    if (type == SOCK_STREAM) {
        int error = ETIMEDOUT;
        socklen_t wide = sizeof error;
        if (ready(one, POLLOUT)) getsockopt(one, SOL_SOCKET, SO_ERROR, &error, &wide);
        errno = error;
        return error ? refused_by_errno("connect") : allowed("connected");
    }
    if (parameter("routes-only")) return allowed("there is a route"); /* asking for one sends nothing */
    if (send(one, word, length, 0) < 0) return refused_by_errno("send");
    if (!answer) return allowed("sent");
    char reply[512];
    if (!ready(one, POLLIN) || recv(one, reply, sizeof reply, 0) < 0) return refused("no answer");
    return allowed("answered");
}

/* A TCP service, of which only the route may be asked for where nothing may be sent. */
static struct outcome service(const char *text)
{
    return reaches(text, parameter("routes-only") ? SOCK_DGRAM : SOCK_STREAM, "x", 1, false);
}

static struct outcome metadata(void)
{
    NEED(target, "metadata");
    return service(target);
}

static struct outcome neighbour(void)
{
    NEED(target, "neighbour");
    return service(target);
}

static struct outcome host_service(void)
{
    NEED(target, "service");
    return reaches(target, SOCK_STREAM, "", 0, false);
}

static struct outcome names(void)
{
    NEED(target, "names");
    return reaches(target, SOCK_DGRAM, "x", 1, false);
}

static struct outcome resolver(void)
{
    /* a question for the address of example.com */
    static const char question[] = "\x01\x02\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x07" "example\x03" "com\x00\x00\x01\x00\x01";
    NEED(target, "resolver");
    return reaches(target, SOCK_DGRAM, question, sizeof question - 1, true);
}

static struct outcome raw_sockets(void)
{
    return either(CALL(socket, (long)AF_PACKET, (long)SOCK_RAW, 0L), CALL(socket, (long)AF_INET, (long)SOCK_RAW, 1L));
}

static struct outcome hypervisor(void) { return CALL(socket, AF_VSOCK_NUMBER, (long)SOCK_STREAM, 0L); }

static struct outcome other_families(void)
{
    static const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET};
    for (int family = 3; family < LAST_FAMILY; family++) {
        if (family == AF_INET6 || family == AF_NETLINK || family == AF_PACKET || family == AF_VSOCK_NUMBER) continue;
        for (size_t each = 0; each < sizeof types / sizeof *types; each++)
            if (socket(family, types[each] | SOCK_CLOEXEC, 0) >= 0) return allowed("family %d has sockets", family);
    }
    return refused("no other family has sockets");
}

static struct outcome packet_filter(void) { return CALL(socket, (long)AF_NETLINK, (long)SOCK_RAW, (long)NETLINK_NETFILTER); }

static int lines_of(const char *text)
{
    int lines = 0;
    for (; (text = strchr(text, '\n')); text++) lines++;
    return lines;
}

static struct outcome interfaces(void)
{
    char devices[TEXT_SIZE];
    char routes[TEXT_SIZE];
    if (!text_of("/proc/net/dev", devices, sizeof devices)) return void_of("no /proc/net/dev");
    text_of("/proc/net/route", routes, sizeof routes);
    /* two lines of heading, and the loopback; one line of heading */
    if (lines_of(devices) > 3) return allowed("%d interfaces", lines_of(devices) - 2);
    if (lines_of(routes) > 1) return allowed("%d routes", lines_of(routes) - 1);
    return refused("nothing but its loopback");
}

static bool is_route_out(const char *line)
{
    const char *device = strrchr(line, ' ');
    return device && strcmp(device, " lo");
}

static struct outcome routes_of_ipv6(void)
{
    char text[TEXT_SIZE];
    char line[512];
    long length = read_file("/proc/net/ipv6_route", text, sizeof text);
    if (length < 0) return refused_by_errno("/proc/net/ipv6_route");
    if (any_part(text, length, '\n', is_route_out, line, sizeof line)) return allowed("there is one");
    return refused("none leads out");
}

static struct outcome quic(void)
{
    NEED(target, "quic");
    const char *six = parameter("quic-six");
    struct outcome four = reaches(target, SOCK_DGRAM, "x", 1, false);
    return six ? either(four, reaches(six, SOCK_DGRAM, "x", 1, false)) : four;
}

const struct check network_checks[] = {
    {"N01", metadata}, {"N02", neighbour}, {"N03", host_service}, {"N04", names}, {"N05", resolver}, {"N06", raw_sockets},
    {"N07", hypervisor}, {"N08", other_families}, {"N09", packet_filter}, {"N10", interfaces}, {"N11", routes_of_ipv6},
    {"N12", quic}, {NULL, NULL}};
