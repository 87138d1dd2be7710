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

/** A host that is written out, with or without a port, and nothing before it. */
const fixedHost = /^https?:\/\/[^\s/?#@\\{}]+(?=[/?#]|$)/i

/** Returns the host of a node's address as it is in the list of allowed hosts: in lower case, with its port unless that is the usual one. */
export function readHost(url: string): string | null {
  const [origin] = fixedHost.exec(url) ?? []
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).host : null
}
