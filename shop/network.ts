/**
 * Each /64 network of IPv6 has a count of its own. A /48 may use up this many of them: one client can
 * have all its 65,536.
 */
export const NETWORKS_OF_48 = 20;
