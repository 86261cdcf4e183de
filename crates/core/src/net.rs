//! Which addresses belong to the public Internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is globally reachable unicast: in no block that the IANA
/// special-purpose registries (RFC 6890, as updated) set aside, and not a
/// wrapping of an IPv4 address that is. `std`'s `is_global` is not stable.
pub fn is_public(addr: IpAddr) -> bool {
    match addr {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

/// Network, prefix length. Multicast and reserved space is above 224/3.
const V4_SPECIAL: &[([u8; 4], u32)] = &[
    ([0, 0, 0, 0], 8),       // "this network", RFC 791
    ([10, 0, 0, 0], 8),      // private use, RFC 1918
    ([100, 64, 0, 0], 10),   // carrier-grade NAT, RFC 6598
    ([127, 0, 0, 0], 8),     // loopback, RFC 1122
    ([169, 254, 0, 0], 16),  // link local and cloud metadata, RFC 3927
    ([172, 16, 0, 0], 12),   // private use, RFC 1918
    ([192, 0, 0, 0], 24),    // IETF protocol assignments, RFC 6890
    ([192, 0, 2, 0], 24),    // documentation, RFC 5737
    ([192, 31, 196, 0], 24), // AS112, RFC 7535
    ([192, 52, 193, 0], 24), // AMT, RFC 7450
    ([192, 88, 99, 0], 24),  // 6to4 relay anycast, RFC 7526
    ([192, 168, 0, 0], 16),  // private use, RFC 1918
    ([192, 175, 48, 0], 24), // AS112, RFC 7534
    ([198, 18, 0, 0], 15),   // benchmarking, RFC 2544
    ([198, 51, 100, 0], 24), // documentation, RFC 5737
    ([203, 0, 113, 0], 24),  // documentation, RFC 5737
    ([224, 0, 0, 0], 3),     // multicast, reserved, broadcast
];

fn is_public_v4(addr: Ipv4Addr) -> bool {
    let bits = addr.to_bits();
    !V4_SPECIAL.iter().any(|(net, len)| (bits ^ u32::from_be_bytes(*net)) >> (32 - len) == 0)
}

/// Inside 2000::/3, which alone is global unicast (RFC 4291).
const V6_SPECIAL: &[(Ipv6Addr, u32)] = &[
    // IETF protocol assignments (RFC 2928): Teredo, benchmarking, ORCHID, …
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation, RFC 3849
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48), // AS112, RFC 7534
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),     // documentation, RFC 9637
];

fn is_public_v6(addr: Ipv6Addr) -> bool {
    let s = addr.segments();
    let low = Ipv4Addr::from_bits(addr.to_bits() as u32);
    // NAT64 with the well-known prefix (RFC 6052) reaches the IPv4 address
    // inside; the local-use prefix 64:ff9b:1::/48 (RFC 8215) is never public,
    // and mapped addresses (::ffff/96) are dialled as IPv4.
    if s[..6] == [0x64, 0xff9b, 0, 0, 0, 0] || s[..6] == [0, 0, 0, 0, 0, 0xffff] {
        return is_public_v4(low);
    }
    // 6to4 (RFC 3056) carries the IPv4 address behind its prefix.
    if s[0] == 0x2002 {
        return is_public_v4(Ipv4Addr::from_bits(u32::from(s[1]) << 16 | u32::from(s[2])));
    }
    let bits = addr.to_bits();
    s[0] >> 13 == 1
        && !V6_SPECIAL.iter().any(|(net, len)| (bits ^ net.to_bits()) >> (128 - len) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(table: &[&str], want: bool) {
        for addr in table {
            assert_eq!(is_public(addr.parse().expect("an address")), want, "{addr}");
        }
    }

    #[test]
    fn special_purpose_ipv4() {
        check(
            &[
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "10.255.255.255",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.0.1",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.1",
                "192.0.0.170",
                "192.0.2.5",
                "192.31.196.1",
                "192.52.193.1",
                "192.88.99.1",
                "192.168.1.1",
                "192.175.48.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.7",
                "203.0.113.9",
                "224.0.0.1",
                "239.1.1.1",
                "240.0.0.1",
                "255.255.255.255",
            ],
            false,
        );
    }

    #[test]
    fn public_ipv4_including_the_neighbours_of_special_blocks() {
        check(
            &[
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.1",
                "169.253.0.1",
                "169.255.0.1",
                "172.15.0.1",
                "172.32.0.1",
                "192.0.1.1",
                "192.167.0.1",
                "192.169.0.1",
                "198.17.0.1",
                "198.20.0.1",
                "223.255.255.255",
            ],
            true,
        );
    }

    #[test]
    fn special_purpose_ipv6() {
        check(
            &[
                "::",
                "::1",
                "::7f00:1",
                "::8.8.8.8",
                "::ffff:127.0.0.1",
                "::ffff:a9fe:a9fe",
                "::ffff:0:10.0.0.1",
                "64:ff9b::10.0.0.1",
                "64:ff9b::7f00:1",
                "64:ff9b:1::8.8.8.8",
                "64:ff9b:1:ffff::1",
                "100::1",
                "100:0:0:1::1",
                "2001::1",
                "2001:0:4136:e378::1",
                "2001:2::1",
                "2001:10::1",
                "2001:20::1",
                "2001:1ff:ffff::1",
                "2001:db8::1",
                "2002:7f00:1::1",
                "2002:a00:1::",
                "2002:c0a8:101::1",
                "2620:4f:8000::1",
                "3fff::1",
                "3fff:fff::1",
                "4000::1",
                "5f00::1",
                "fc00::1",
                "fd12:3456::1",
                "fe80::1",
                "fec0::1",
                "ff02::1",
                "ff0e::1",
            ],
            false,
        );
    }

    #[test]
    fn public_ipv6() {
        check(
            &[
                "2606:4700:4700::1111",
                "2001:200::1",
                "2001:4860:4860::8888",
                "2a00:1450::1",
                "2003::1",
                "2620:4f:8001::1",
                "::ffff:8.8.8.8",
                "64:ff9b::8.8.8.8",
                "2002:808:808::1",
                "3ffe::1",
            ],
            true,
        );
    }
}
