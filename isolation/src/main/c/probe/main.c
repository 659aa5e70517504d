/*
 * Tries attacks from where it is started. Standard input: lines key=value that describe what there is to be reached, then
 * lines with the ids of checks, or `all`. Standard output: `up`, then a line for each check:
 *
 *     ID allowed|refused|void DETAIL
 *
 * `allowed` means that the attack worked. Each check has a process of its own, so that one that the filter kills is
 * seen. The keys are those that the checks ask for by NEED and parameter().
 *
 *     probe check ARGUMENT     runs checks; the argument is only there to be found by
 *     probe wait ARGUMENT      does nothing but `up` until its standard input ends
 *     probe victim ARGUMENT    holds canaries until its standard input ends (victim.c)
 */
#include "probe.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS 10
#define LAST_DESCRIPTOR 1024

int inherited_descriptor;

static const struct check *const all_checks[] = {
    file_checks, process_checks, kernel_checks, sharing_checks, network_checks, quota_checks, ground_checks, NULL};

static const char *const words[] = {[REFUSED] = "refused", [ALLOWED] = "allowed", [VOID] = "void"};

static struct outcome attempt(const struct check *check)
{
    int answer[2];
    if (pipe(answer)) return void_of("no pipe");
    pid_t child = fork();
    if (child < 0) return void_of("no fork");
    if (child == 0) {
        close(answer[0]);
        alarm(SECONDS);
        struct outcome made = check->attempt();
        _exit(write(answer[1], &made, sizeof made) == sizeof made ? 0 : 1);
    }
    close(answer[1]);
    struct outcome made;
    ssize_t length = read(answer[0], &made, sizeof made);
    close(answer[0]);
    int status;
    waitpid(child, &status, 0);
    if (length == sizeof made) return made;
    if (!WIFSIGNALED(status)) return void_of("no answer");
    if (WTERMSIG(status) == SIGSYS) return refused("killed by the filter");
    return void_of("ended by signal %d", WTERMSIG(status));
}

static void run(const char *id)
{
    bool known = false;
    for (int group = 0; all_checks[group]; group++)
        for (const struct check *check = all_checks[group]; check->id; check++) {
            if (strcmp(id, "all") && strcmp(id, check->id)) continue;
            known = true;
            struct outcome made = attempt(check);
            printf("%s %s %s\n", check->id, words[made.verdict], made.detail);
            fflush(stdout);
        }
    if (!known) printf("%s void no such check\n", id);
}

static int wait_for_end(void)
{
    while (getchar() != EOF) {
    }
    return 0;
}

int main(int count, char **arguments)
{
    if (getauxval(AT_SECURE)) { /* somebody made it set-uid: it does nothing but say who that makes it */
        printf("uid %d\n", (int)geteuid());
        return 0;
    }
    if (count > 1 && !strcmp(arguments[1], "who")) {
        printf("uid %d\n", (int)geteuid());
        return 0;
    }
    if (count > 1 && !strcmp(arguments[1], "victim")) return be_victim();
    puts("up");
    fflush(stdout);
    if (count > 1 && !strcmp(arguments[1], "wait")) return wait_for_end();
    for (int each = LAST_DESCRIPTOR; each > 2; each--)
        if (fcntl(each, F_GETFD) >= 0) inherited_descriptor = each;
    char line[1024];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (!strchr(line, '=')) run(line);
        else if (!take_parameter(line)) return 2;
    }
    return ferror(stdin) ? 2 : 0;
}
