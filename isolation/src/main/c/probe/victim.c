/* What an attack must not reach: a process that holds a secret, and things that it shares with others of its user. */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#define KEY_SECONDS 60L
#define SHARED_BYTES 4096
#define PRIVATE 0600

/* Listens on an abstract name, which is gone with the process. */
static void listen_on(const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(name);
    int one = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (one < 0 || length + 1 >= sizeof address.sun_path) return;
    memcpy(address.sun_path + 1, name, length);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
    if (!bind(one, (struct sockaddr *)&address, size) && !listen(one, 8)) printf("abstract=%s\n", name);
}

/* Marked for removal at once, which comes true when the last one who has it ends; until then it can be attached to. */
static void share_memory(void)
{
    int id = shmget(IPC_PRIVATE, SHARED_BYTES, IPC_CREAT | PRIVATE);
    if (id < 0) return;
    void *memory = shmat(id, NULL, 0);
    shmctl(id, IPC_RMID, NULL);
    if (memory != (void *)-1) printf("shared-memory=%d\n", id);
}

static bool make_queue(const char *name)
{
    long queue = syscall(SYS_mq_open, name, (long)(O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC), (long)PRIVATE, 0L);
    if (queue >= 0) printf("queue=%s\n", name);
    return queue >= 0;
}

static long keep_key(const char *name)
{
    long key = syscall(SYS_add_key, "user", name, "v", 1L, (long)KEY_SPEC_USER_KEYRING);
    if (key < 0) return key;
    syscall(SYS_keyctl, (long)KEYCTL_SET_TIMEOUT, key, KEY_SECONDS);
    printf("key=%s\n", name);
    return key;
}

/* Its arguments are the secret ones of its argument list; its environment is its starter's to fill. */
int be_victim(void)
{
    char line[1024];
    const char *name = NULL;
    while (!name && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "name=", 5)) name = line + 5;
    }
    if (!name) return 2;
    listen_on(name);
    share_memory();
    bool queue = make_queue(name);
    long key = keep_key(name);
    printf("victim=%d\n", (int)getpid());
    fflush(stdout);
    while (getchar() != EOF) {
    }
    if (queue) syscall(SYS_mq_unlink, name);
    if (key >= 0) syscall(SYS_keyctl, (long)KEYCTL_UNLINK, key, (long)KEY_SPEC_USER_KEYRING);
    return 0;
}
