// Removes network access from a process that opens untrusted files; loaded before any other module. Node 24 has no such permission
// (`--allow-net` came with 25), so the entry points of its network modules are replaced here. The ways around them
// (`process.binding`, addons, workers, processes) are closed by `--permission`.
import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

class NetworkDenied extends Error {
  override readonly name = 'NetworkDenied'
  readonly code = 'ERR_ACCESS_DENIED'

  constructor() {
    super('This process has no network')
  }
}

function deny(): never {
  throw new NetworkDenied()
}

/** Makes the replacement read-only, so that later code cannot restore the original. */
function close(target: object, names: readonly string[]) {
  for (const name of names) Object.defineProperty(target, name, { value: deny, writable: false, configurable: false })
}

const listFunctions = (target: object) => Object.entries(target).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))

// HTTP, TLS, HTTP/2, fetch and web sockets all call `connect`; all servers call `listen`.
close(net.Socket.prototype, ['connect'])
close(net.Server.prototype, ['listen'])
close(net, ['_createServerHandle'])
close(dgram, ['createSocket', 'Socket', '_createSocketHandle'])
close(dns.Resolver.prototype, Object.getOwnPropertyNames(dns.Resolver.prototype))
close(dns.promises.Resolver.prototype, Object.getOwnPropertyNames(dns.promises.Resolver.prototype))
close(dns.promises, listFunctions(dns.promises))
close(dns, listFunctions(dns))
syncBuiltinESMExports()
