#include "probe.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct outcome outcome(enum verdict verdict, const char *format, va_list arguments)
{
    struct outcome made = {.verdict = verdict};
    vsnprintf(made.detail, sizeof made.detail, format, arguments);
    for (char *each = made.detail; *each; each++)
        if ((unsigned char)*each < ' ' || *each == 127) *each = '?';
    return made;
}

#define OUTCOME(verdict) \
    va_list arguments; \
    va_start(arguments, format); \
    struct outcome made = outcome(verdict, format, arguments); \
    va_end(arguments); \
    return made

struct outcome allowed(const char *format, ...) { OUTCOME(ALLOWED); }
struct outcome refused(const char *format, ...) { OUTCOME(REFUSED); }
struct outcome void_of(const char *format, ...) { OUTCOME(VOID); }

static const char *error_name(int number)
{
    const char *name = strerrorname_np(number);
    return name ? name : "an unknown error";
}

struct outcome refused_by_errno(const char *what) { return refused("%s: %s", what, error_name(errno)); }

struct outcome either(struct outcome first, struct outcome second)
{
    if (first.verdict == ALLOWED || second.verdict != ALLOWED) return first;
    return second;
}

struct outcome call(const char *name, long number, ...)
{
    long argument[6];
    va_list given;
    va_start(given, number);
    for (int each = 0; each < 6; each++) argument[each] = va_arg(given, long);
    va_end(given);
    errno = 0;
    long result = syscall(number, argument[0], argument[1], argument[2], argument[3], argument[4], argument[5]);
    if (result >= 0) return allowed("%s returned %ld", name, result);
    switch (errno) {
    case EPERM:
    case EACCES:
    case ENOSYS:
    case EAFNOSUPPORT:
    case EPROTONOSUPPORT:
        return refused_by_errno(name);
    default:
        return allowed("%s was reached: %s", name, error_name(errno));
    }
}
