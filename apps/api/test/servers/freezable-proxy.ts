// A way to PostgreSQL that can be frozen. Like a server whose processes are stopped (SIGSTOP), it takes connections and
// what is sent, answers nothing, and goes on with all of it afterwards.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type FreezableProxy = Awaited<ReturnType<typeof startFreezableProxy>>

export async function startFreezableProxy(serverUrl: string) {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let gate = Promise.resolve()
  let open = () => {}

  async function forward(from: Socket, to: Socket) {
    try {
      for await (const chunk of from) {
        await gate
        to.write(chunk as Buffer)
      }
      await gate
      to.end()
    } catch {
      to.destroy()
    }
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    }
    void forward(client, upstream)
    void forward(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: ownPort } = server.address() as AddressInfo
  return {
    /** The connection string that leads to the same database through here. */
    addressOf: (url: string) => Object.assign(new URL(url), { host: `127.0.0.1:${ownPort}` }).href,
    freeze() {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    thaw: () => open(),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
