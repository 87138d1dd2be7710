// Hosts that workflows may call: `host`, `host:port`, or `*.domain` for all hosts under a domain, label by label.

/**
 * Returns whether a host, with its port unless that is the usual one of its protocol, is one that the pattern allows. A pattern
 * without a port allows the usual ports only. Both are in lower case, and international names in ASCII.
 */
export function matchesHost(pattern: string, host: string): boolean {
  if (!pattern.startsWith('*.')) return pattern === host
  const rest = pattern.slice(1)
  return host.endsWith(rest) && host.length > rest.length && !host.startsWith('.')
}
