/* The probe: tries the attacks of the list on whatever surrounds it, and says how each went. See main.c. */
#ifndef PROBE_H
#define PROBE_H

#define _GNU_SOURCE

#include <stdbool.h>
#include <stddef.h>

/* ALLOWED: the attack worked. VOID: it could not be tried, for a reason of its own, which proves nothing. */
enum verdict { REFUSED, ALLOWED, VOID };

struct outcome {
    enum verdict verdict;
    char detail[160];
};

struct check {
    const char *id;
    struct outcome (*attempt)(void);
};

/* Each ends with an entry without an id. */
extern const struct check file_checks[];
extern const struct check process_checks[];
extern const struct check kernel_checks[];
extern const struct check sharing_checks[];
extern const struct check network_checks[];
extern const struct check quota_checks[];
extern const struct check ground_checks[];

/* A descriptor above 2 that was open before anything was opened here; 0 when there was none. */
extern int inherited_descriptor;

/* ---- outcome.c */

struct outcome allowed(const char *format, ...) __attribute__((format(printf, 1, 2)));
struct outcome refused(const char *format, ...) __attribute__((format(printf, 1, 2)));
struct outcome void_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Refused as errno says. */
struct outcome refused_by_errno(const char *what);
/* The first that is allowed, or else the first. */
struct outcome either(struct outcome first, struct outcome second);
/* A system call by its number: allowed when it succeeds or fails for what it was given, which means that it was reached. */
struct outcome call(const char *name, long number, ...);
#define CALL(name, ...) call(#name, SYS_##name, __VA_ARGS__, 0L, 0L, 0L, 0L, 0L, 0L)

/* ---- parameters.c */

/* Takes a line key=value; false when it is none, or there is no room. */
bool take_parameter(const char *line);
/* The value of the at-th parameter of that key; NULL when there are not so many. */
const char *parameter_at(const char *key, int at);
const char *parameter(const char *key);
/* Whether text is, or with `prefix` begins with, the value of any parameter of that key. */
bool is_parameter(const char *key, const char *text, bool prefix);
/* Returns from the check when the parameter was not given. */
#define NEED(variable, key) \
    const char *variable = parameter(key); \
    if (!variable) return void_of("no %s was given", key)

/* ---- reading.c */

/* Reads at most size bytes from the start; how many, or -1 with errno set. Never waits. */
long read_file(const char *path, char *bytes, size_t size);
/* Allowed when there is a byte to be read. */
struct outcome reads(const char *path);
/* Allowed when opening with these flags works; nothing is read or written. */
struct outcome opens(const char *path, int flags);
/* Whether a part of the bytes, up to the next separator, passes; what passed is in `found`. */
bool any_part(const char *bytes, long length, char separator, bool (*passes)(const char *part), char *found, size_t size);
/* Calls `visit` with the path of each process folder in /proc until it is allowed; the number of processes, or -1. */
int each_process(struct outcome (*visit)(const char *folder), struct outcome *result);
/* The content of a file of a few lines as text. */
bool text_of(const char *path, char *text, size_t size);
/* Where the caller may write: the home that was given. */
bool in_home(const char *name, char *path, size_t size);

/* ---- victim.c */

/* Holds secrets and listens until its stdin ends; its exit status. */
int be_victim(void);

#endif
