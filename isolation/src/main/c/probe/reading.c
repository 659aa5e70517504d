#include "probe.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

long read_file(const char *path, char *bytes, size_t size)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0) return -1;
    long length = 0;
    for (;;) {
        ssize_t more = read(file, bytes + length, size - (size_t)length);
        if (more < 0 && length == 0) length = -1;
        if (more <= 0) break;
        length += more;
        if ((size_t)length == size) break;
    }
    int error = errno;
    close(file);
    errno = error;
    return length;
}

struct outcome reads(const char *path)
{
    char bytes[16];
    long length = read_file(path, bytes, sizeof bytes);
    if (length > 0) return allowed("read %s", path);
    if (length == 0) return refused("%s is empty", path);
    return refused_by_errno(path);
}

struct outcome opens(const char *path, int flags)
{
    int file = open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);
    if (file < 0) return refused_by_errno(path);
    close(file);
    return allowed("opened %s", path);
}

bool any_part(const char *bytes, long length, char separator, bool (*passes)(const char *part), char *found, size_t size)
{
    const char *end = bytes + length;
    for (const char *at = bytes; at < end;) {
        const char *next = memchr(at, separator, (size_t)(end - at));
        size_t long_as = (size_t)((next ? next : end) - at);
        snprintf(found, size, "%.*s", (int)(long_as < size ? long_as : size - 1), at);
        if (passes(found)) return true;
        at += long_as + 1;
    }
    return false;
}

int each_process(struct outcome (*visit)(const char *folder), struct outcome *result)
{
    DIR *all = opendir("/proc");
    if (!all) {
        *result = void_of("there is no /proc");
        return -1;
    }
    int found = 0;
    char folder[64];
    struct dirent *entry;
    while ((entry = readdir(all))) {
        if (!isdigit((unsigned char)entry->d_name[0])) continue;
        found++;
        if (visit && result->verdict != ALLOWED) {
            snprintf(folder, sizeof folder, "/proc/%.20s", entry->d_name);
            *result = either(visit(folder), *result);
        }
    }
    closedir(all);
    return found;
}

bool text_of(const char *path, char *text, size_t size)
{
    long length = read_file(path, text, size - 1);
    text[length < 0 ? 0 : length] = 0;
    return length > 0;
}

bool in_home(const char *name, char *path, size_t size)
{
    const char *home = parameter("home");
    if (!home) return false;
    int length = snprintf(path, size, "%s/%s", home, name);
    return length > 0 && (size_t)length < size;
}
