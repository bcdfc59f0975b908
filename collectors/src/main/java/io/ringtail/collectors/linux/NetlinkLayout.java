package io.ringtail.collectors.linux;

/**
 * Sizes and offsets of the kernel's structures that netlink and the driver-information ioctl use; a test compares them
 * with what the C compiler says.
 */
final class NetlinkLayout {
    // struct sockaddr_nl { __kernel_sa_family_t nl_family; unsigned short nl_pad; __u32 nl_pid; __u32 nl_groups; };
    static final int SOCKADDR_NL = 12;
    static final int SOCKADDR_NL_FAMILY = 0;

    // struct nlmsghdr { __u32 nlmsg_len; __u16 nlmsg_type; __u16 nlmsg_flags; __u32 nlmsg_seq; __u32 nlmsg_pid; };
    static final int NLMSGHDR = 16;
    static final int NLMSGHDR_LEN = 0;
    static final int NLMSGHDR_TYPE = 4;
    static final int NLMSGHDR_FLAGS = 6;
    static final int NLMSGHDR_SEQ = 8;

    // struct genlmsghdr { __u8 cmd; __u8 version; __u16 reserved; };
    static final int GENLMSGHDR = 4;

    // struct ifinfomsg { unsigned char ifi_family; unsigned char __ifi_pad; unsigned short ifi_type; int ifi_index;
    //                    unsigned ifi_flags; unsigned ifi_change; };
    static final int IFINFOMSG = 16;
    static final int IFINFOMSG_INDEX = 4;
    static final int IFINFOMSG_FLAGS = 8;

    // struct tcmsg { unsigned char tcm_family; unsigned char tcm__pad1; unsigned short tcm__pad2; int tcm_ifindex; ...
    // };
    static final int TCMSG_IFINDEX = 4;

    // struct ifreq { char ifr_name[16]; union { ...; char *ifr_data; }; };
    static final int IFREQ = 40;
    static final int IFREQ_DATA = 16;

    // struct ethtool_drvinfo { __u32 cmd; char driver[32]; char version[32]; char fw_version[32]; char bus_info[32];
    //                          char erom_version[32]; char reserved2[12]; __u32 n_priv_flags; __u32 n_stats; ... };
    static final int DRVINFO = 196;
    static final int DRVINFO_DRIVER = 4;
    static final int DRVINFO_VERSION = 36;
    static final int DRVINFO_FIRMWARE = 68;
    static final int DRVINFO_BUS = 100;
    static final int DRVINFO_TEXT = 32;

    private NetlinkLayout() {}
}
