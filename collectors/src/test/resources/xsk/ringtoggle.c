/*
 * The four rings of a zero-copy AF_XDP socket in a memfd, whose flags and indices go to and fro at a known duty.
 *
 *   ringtoggle DUTY_PERCENT PERIOD_US
 *
 * Prints the address of the rings, one a page, then READY. While on: need_wakeup set, a quarter of each ring's 1024
 * entries taken; while off: clear, three quarters taken. At the end of its standard input it prints the share of the
 * time that it was on, in parts per million.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define RINGS 4
#define PAGE 4096
#define PRODUCER 0
#define CONSUMER 64
#define FLAGS 128
/* Near the end of 32 bits, so that the indices wrap. */
#define BASE 0xffffff00u

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static void set(char *rings, uint32_t flag, uint32_t taken)
{
	int i;

	for (i = 0; i < RINGS; i++) {
		char *ring = rings + i * PAGE;

		__atomic_store_n((uint32_t *)(ring + PRODUCER), BASE + taken, __ATOMIC_RELEASE);
		__atomic_store_n((uint32_t *)(ring + CONSUMER), BASE, __ATOMIC_RELEASE);
		__atomic_store_n((uint32_t *)(ring + FLAGS), flag, __ATOMIC_RELEASE);
	}
}

int main(int argc, char **argv)
{
	struct pollfd end = { .fd = 0, .events = POLLIN };
	struct sched_param first = { .sched_priority = 10 };
	uint64_t on_ns, period_ns, at, times[2] = { 0, 0 };
	uint32_t flag = 1;
	char *rings;
	int fd = memfd_create("rings", 0);

	if (argc != 3 || fd < 0 || ftruncate(fd, RINGS * PAGE))
		return 2;
	rings = mmap(NULL, RINGS * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (rings == MAP_FAILED)
		return 2;
	period_ns = strtoull(argv[2], NULL, 10) * 1000;
	on_ns = period_ns * strtoull(argv[1], NULL, 10) / 100;
	set(rings, 1, 256);
	/* Where it may be punctual on a busy machine it is; otherwise its own measure of the duty has to do. */
	sched_setscheduler(0, SCHED_FIFO, &first);
	printf("%lx\nREADY\n", (unsigned long)rings);
	fflush(stdout);
	/* Measured from the first byte on, so that both sides speak of the same time. */
	if (read(0, &end.revents, 1) != 1)
		return 2;
	at = now_ns();
	for (;;) {
		uint64_t left = flag ? on_ns : period_ns - on_ns;
		struct timespec timeout = { .tv_sec = 0, .tv_nsec = left };
		uint64_t then;
		int ended = ppoll(&end, 1, &timeout, NULL);

		if (!ended) {
			flag = !flag;
			set(rings, flag, flag ? 256 : 768);
		}
		then = now_ns();
		times[ended ? flag : !flag] += then - at;
		at = then;
		if (ended)
			break;
	}
	printf("%llu\n", (unsigned long long)(times[1] * 1000000 / (times[0] + times[1])));
	return 0;
}
