import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from './start-lock.ts'

function listenOnce(host: string, port: number) {
  return new Promise<number>((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : port))
    })
  })
}

/** Returns `port`, or a free one for 0. Throws a `StartError` with the reason when it stays unavailable for `patienceMs`. */
export async function claimPort(host: string, port: number, patienceMs = 0): Promise<number> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    try {
      return await listenOnce(host, port)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' && Date.now() < deadline) {
        await delay(100)
        continue
      }
      if (code === 'EADDRINUSE') throw new StartError(`Port ${port} on ${host} is in use: stop what uses it, or set PORT to another one.`)
      if (code === 'EACCES') throw new StartError(`Port ${port} may not be used by this account: set PORT to one above 1023.`)
      throw new StartError(`It is not possible to listen on ${host}:${port} (${code}): set HOST to an address of this machine.`)
    }
  }
}
