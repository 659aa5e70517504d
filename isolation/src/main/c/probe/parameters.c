#include "probe.h"

#include <string.h>

#define MOST 64
#define LONGEST 1024

static char lines[MOST][LONGEST];
static int count;

bool take_parameter(const char *line)
{
    if (!strchr(line, '=') || count == MOST || strlen(line) >= LONGEST) return false;
    strcpy(lines[count++], line);
    return true;
}

const char *parameter_at(const char *key, int at)
{
    size_t length = strlen(key);
    for (int each = 0; each < count; each++)
        if (!strncmp(lines[each], key, length) && lines[each][length] == '=' && at-- == 0)
            return lines[each] + length + 1;
    return NULL;
}

const char *parameter(const char *key) { return parameter_at(key, 0); }

bool is_parameter(const char *key, const char *text, bool prefix)
{
    const char *value;
    for (int at = 0; (value = parameter_at(key, at)); at++)
        if (prefix ? !strncmp(text, value, strlen(value)) : !strcmp(text, value)) return true;
    return false;
}
