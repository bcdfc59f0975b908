package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sizes and offsets in Java are those that the C compiler says. */
@Timeout(60)
class NetlinkLayoutTest {
    private static final String INCLUDES = """
        #include <stddef.h>
        #include <stdio.h>
        #include <sys/socket.h>
        #include <net/if.h>
        #include <linux/ethtool.h>
        #include <linux/genetlink.h>
        #include <linux/netlink.h>
        #include <linux/rtnetlink.h>
        """;

    @Test
    void structures_are_laid_out_as_the_c_compiler_does(@TempDir Path directory) throws Exception {
        Map<String, Integer> ours = new LinkedHashMap<>();
        ours.put("sizeof(struct sockaddr_nl)", NetlinkLayout.SOCKADDR_NL);
        ours.put("offsetof(struct sockaddr_nl, nl_family)", NetlinkLayout.SOCKADDR_NL_FAMILY);
        ours.put("sizeof(struct nlmsghdr)", NetlinkLayout.NLMSGHDR);
        ours.put("offsetof(struct nlmsghdr, nlmsg_len)", NetlinkLayout.NLMSGHDR_LEN);
        ours.put("offsetof(struct nlmsghdr, nlmsg_type)", NetlinkLayout.NLMSGHDR_TYPE);
        ours.put("offsetof(struct nlmsghdr, nlmsg_flags)", NetlinkLayout.NLMSGHDR_FLAGS);
        ours.put("offsetof(struct nlmsghdr, nlmsg_seq)", NetlinkLayout.NLMSGHDR_SEQ);
        ours.put("sizeof(struct nlattr)", Attribute.HEADER_BYTES);
        ours.put("sizeof(struct genlmsghdr)", NetlinkLayout.GENLMSGHDR);
        ours.put("sizeof(struct ifinfomsg)", NetlinkLayout.IFINFOMSG);
        ours.put("offsetof(struct ifinfomsg, ifi_index)", NetlinkLayout.IFINFOMSG_INDEX);
        ours.put("offsetof(struct ifinfomsg, ifi_flags)", NetlinkLayout.IFINFOMSG_FLAGS);
        ours.put("sizeof(struct ifreq)", NetlinkLayout.IFREQ);
        ours.put("offsetof(struct ifreq, ifr_data)", NetlinkLayout.IFREQ_DATA);
        ours.put("offsetof(struct tcmsg, tcm_ifindex)", NetlinkLayout.TCMSG_IFINDEX);
        ours.put("sizeof(struct ethtool_drvinfo)", NetlinkLayout.DRVINFO);
        ours.put("offsetof(struct ethtool_drvinfo, driver)", NetlinkLayout.DRVINFO_DRIVER);
        ours.put("offsetof(struct ethtool_drvinfo, version)", NetlinkLayout.DRVINFO_VERSION);
        ours.put("offsetof(struct ethtool_drvinfo, fw_version)", NetlinkLayout.DRVINFO_FIRMWARE);
        ours.put("offsetof(struct ethtool_drvinfo, bus_info)", NetlinkLayout.DRVINFO_BUS);
        ours.put("sizeof(((struct ethtool_drvinfo *) 0)->driver)", NetlinkLayout.DRVINFO_TEXT);

        assertThat(compiled(directory, ours.keySet())).isEqualTo(ours);
    }

    private static Map<String, Integer> compiled(Path directory, Iterable<String> expressions) throws Exception {
        StringBuilder program = new StringBuilder(INCLUDES).append("int main(void) {\n");
        expressions.forEach(expression -> program.append("  printf(\"%s=%zu\\n\", \"")
                .append(expression)
                .append("\", (size_t) ")
                .append(expression)
                .append(");\n"));
        Path source = Files.writeString(directory.resolve("layout.c"), program.append("  return 0;\n}\n"));
        Path binary = directory.resolve("layout");
        run("gcc", "-o", binary.toString(), source.toString());
        return run(binary.toString())
                .lines()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(
                        part -> part[0], part -> Integer.valueOf(part[1]), (a, b) -> b, LinkedHashMap::new));
    }

    private static String run(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
            return output;
        } catch (IOException e) {
            assumeTrue(false, "needs gcc and the kernel's headers: " + e.getMessage());
            throw new IllegalStateException(e);
        }
    }
}
