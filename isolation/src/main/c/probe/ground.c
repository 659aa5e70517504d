/* F17 and G: what the sandbox stands on, for the program itself and for the first process beside it. */
#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STATUS_SIZE 8192

static bool is_capability_set(const char *line)
{
    return !strncmp(line, "Cap", 3) && strspn(line + 8, "0") != strlen(line + 8);
}

static struct outcome capabilities_of(const char *path)
{
    char text[STATUS_SIZE];
    char line[128];
    long length = read_file(path, text, sizeof text);
    if (length <= 0) return void_of("no %s", path);
    if (any_part(text, length, '\n', is_capability_set, line, sizeof line)) return allowed("%s", line);
    return refused("every set is empty");
}

static struct outcome own_capabilities(void) { return capabilities_of("/proc/self/status"); }
static struct outcome capabilities_of_init(void) { return capabilities_of("/proc/1/status"); }

/* Whether a line of a status file holds this value. */
static struct outcome holds(const char *path, const char *line, const char *what)
{
    char text[STATUS_SIZE];
    if (!text_of(path, text, sizeof text)) return void_of("no %s", path);
    return strstr(text, line) ? refused("%s", what) : allowed("not so: %s", what);
}

static struct outcome own_filter(void) { return holds("/proc/self/status", "\nSeccomp:\t2\n", "a filter is on"); }
static struct outcome filter_of_init(void) { return holds("/proc/1/status", "\nSeccomp:\t2\n", "a filter is on"); }
static struct outcome privileges_of_init(void) { return holds("/proc/1/status", "\nNoNewPrivs:\t1\n", "no_new_privs is set"); }

static struct outcome namespaces(void)
{
    static const char *const kinds[] = {"user", "pid", "net", "ipc", "uts", "mnt", "cgroup", NULL};
    for (int each = 0; kinds[each]; each++) {
        char path[64];
        char name[128] = "";
        snprintf(path, sizeof path, "/proc/self/ns/%s", kinds[each]);
        if (readlink(path, name, sizeof name - 1) < 0) return void_of("no %s", path);
        if (is_parameter("namespace", name, false)) return allowed("the %s namespace is the host's", kinds[each]);
    }
    return parameter_at("namespace", 6) ? refused("all seven are its own") : void_of("no seven namespaces were given");
}

/* Read-write mounts other than those that are meant to be written. */
static bool is_writable_mount(const char *line)
{
    char point[512];
    char options[512];
    if (sscanf(line, "%*s %*s %*s %*s %511s %511s", point, options) != 2) return false;
    return !strncmp(options, "rw", 2) && !is_parameter("writable", point, false) && !is_parameter("writable-below", point, true);
}

static struct outcome writable_mounts(void)
{
    char text[65536];
    char line[1024];
    long length = read_file("/proc/self/mountinfo", text, sizeof text);
    if (length < 0) return void_of("no mountinfo");
    if (!parameter("writable")) return void_of("no writable mount was given");
    if (any_part(text, length, '\n', is_writable_mount, line, sizeof line)) return allowed("%.140s", line);
    return refused("all others are read-only");
}

const struct check ground_checks[] = {
    {"F17", own_capabilities}, {"G01", namespaces}, {"G02", own_filter}, {"G03", filter_of_init},
    {"G04", capabilities_of_init}, {"G05", privileges_of_init}, {"G06", writable_mounts}, {NULL, NULL}};
