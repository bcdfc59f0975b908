/*
 * An AF_XDP application that knows nothing of Ringtail: raw system calls, copy mode, no libxdp.
 *
 *   xsksocket INTERFACE QUEUE NEED_WAKEUP RX TX FILL COMPLETION FILLED SENT
 *
 * Binds a socket with rings of these sizes, puts FILLED buffers into the fill ring, sends SENT frames whose completions
 * it does not take, prints READY and then waits to be killed; with a SENT below 0 it sends nothing and waits spinning.
 * Fails with the errno's number as exit status.
 */
#include <errno.h>
#include <linux/if_xdp.h>
#include <net/if.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define FRAMES 4096
#define FRAME_BYTES 2048

static int failed(const char *what)
{
	int number = errno;

	fprintf(stderr, "%s: %s\n", what, strerror(number));
	exit(number);
}

static void ring_size(int fd, int option, const char *size)
{
	unsigned int entries = strtoul(size, NULL, 10);

	if (setsockopt(fd, SOL_XDP, option, &entries, sizeof(entries)))
		failed("ring size");
}

static char *ring(int fd, const struct xdp_ring_offset *at, uint64_t page, size_t bytes)
{
	char *base = mmap(NULL, at->desc + bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, page);

	if (base == MAP_FAILED)
		failed("mmap");
	return base;
}

static void produce(char *base, const struct xdp_ring_offset *at, uint32_t count)
{
	__atomic_store_n((uint32_t *)(base + at->producer), count, __ATOMIC_RELEASE);
}

int main(int argc, char **argv)
{
	struct xdp_mmap_offsets offsets;
	struct xdp_umem_reg umem = { .len = FRAMES * FRAME_BYTES, .chunk_size = FRAME_BYTES };
	struct sockaddr_xdp address = { .sxdp_family = AF_XDP, .sxdp_flags = XDP_COPY };
	socklen_t length = sizeof(offsets);
	int fd = socket(AF_XDP, SOCK_RAW, 0);
	uint32_t filled, sent, i;
	int spins;
	char *tx, *fill, *memory;

	if (argc != 10)
		return 2;
	if (fd < 0)
		failed("socket");
	memory = mmap(NULL, umem.len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	umem.addr = (uint64_t)(uintptr_t)memory;
	if (setsockopt(fd, SOL_XDP, XDP_UMEM_REG, &umem, sizeof(umem)))
		failed("umem");
	ring_size(fd, XDP_RX_RING, argv[4]);
	ring_size(fd, XDP_TX_RING, argv[5]);
	ring_size(fd, XDP_UMEM_FILL_RING, argv[6]);
	ring_size(fd, XDP_UMEM_COMPLETION_RING, argv[7]);
	if (getsockopt(fd, SOL_XDP, XDP_MMAP_OFFSETS, &offsets, &length))
		failed("offsets");
	ring(fd, &offsets.rx, XDP_PGOFF_RX_RING, strtoul(argv[4], NULL, 10) * sizeof(struct xdp_desc));
	tx = ring(fd, &offsets.tx, XDP_PGOFF_TX_RING, strtoul(argv[5], NULL, 10) * sizeof(struct xdp_desc));
	fill = ring(fd, &offsets.fr, XDP_UMEM_PGOFF_FILL_RING, strtoul(argv[6], NULL, 10) * sizeof(uint64_t));
	ring(fd, &offsets.cr, XDP_UMEM_PGOFF_COMPLETION_RING, strtoul(argv[7], NULL, 10) * sizeof(uint64_t));

	filled = strtoul(argv[8], NULL, 10);
	for (i = 0; i < filled; i++)
		((uint64_t *)(fill + offsets.fr.desc))[i] = (uint64_t)i * FRAME_BYTES;
	produce(fill, &offsets.fr, filled);

	address.sxdp_ifindex = if_nametoindex(argv[1]);
	address.sxdp_queue_id = strtoul(argv[2], NULL, 10);
	if (argv[3][0] == '1')
		address.sxdp_flags |= XDP_USE_NEED_WAKEUP;
	if (bind(fd, (struct sockaddr *)&address, sizeof(address)))
		failed("bind");

	spins = argv[9][0] == '-';
	sent = spins ? 0 : strtoul(argv[9], NULL, 10);
	for (i = 0; i < sent; i++) {
		struct xdp_desc *frame = (struct xdp_desc *)(tx + offsets.tx.desc) + i;

		memset(memory + (FRAMES - 1 - i) * FRAME_BYTES, 0xff, 60);
		frame->addr = (uint64_t)(FRAMES - 1 - i) * FRAME_BYTES;
		frame->len = 60;
		frame->options = 0;
	}
	produce(tx, &offsets.tx, sent);
	if (sent && sendto(fd, NULL, 0, MSG_DONTWAIT, NULL, 0) < 0 && errno != EAGAIN && errno != EBUSY)
		failed("sendto");
	printf("READY\n");
	fflush(stdout);
	for (;;)
		if (!spins)
			pause();
}
