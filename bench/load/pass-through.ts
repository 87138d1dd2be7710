// The minimal server between client and model: `node:http` on both sides, which passes bytes on. The cost of the API is reported as a
// ratio to it.
import { Agent, createServer, request } from 'node:http'

const upstream = new URL(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

const server = createServer((incoming, outgoing) => {
  const forwarded = request(
    { agent, host: upstream.hostname, port: upstream.port, path: incoming.url, method: incoming.method, headers: incoming.headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  forwarded.on('error', () => outgoing.destroy())
  incoming.pipe(forwarded)
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`listening on http://127.0.0.1:${address.port}\n`)
})
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
})
