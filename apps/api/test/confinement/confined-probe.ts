// What a library in a confined process might try. It answers what each attempt got, or with which code it was refused.
import { once } from 'node:events'
import { closeSync, writeSync } from 'node:fs'

const [path = '', names = '', target = ''] = process.argv.slice(2)

const seen = async (emitter: NodeJS.EventEmitter, event: string) => {
  await once(emitter, event)
  return event
}

const port = Number(target)
const url = `http://127.0.0.1:${port}/`

const stayForever = () => new Promise((resolve) => setTimeout(resolve, 600_000))

const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
  fetch: () =>
    fetch(url).catch((error: unknown) => {
      throw (error as Error).cause
    }),
  http: async () => seen((await import('node:http')).get(url), 'response'),
  net: async () => seen((await import('node:net')).connect(port, '127.0.0.1'), 'connect'),
  'required net': async () => seen(process.getBuiltinModule('net').createConnection(port, '127.0.0.1'), 'connect'),
  'unix socket': async () => seen((await import('node:net')).connect(target), 'connect'),
  tls: async () => seen((await import('node:tls')).connect(port, '127.0.0.1'), 'secureConnect'),
  http2: async () => seen((await import('node:http2')).connect(url), 'connect'),
  'web socket': () =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/`)
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', reject)
    }),
  dns: async () => (await import('node:dns/promises')).lookup('localhost'),
  'dns resolver': async () => new (await import('node:dns')).promises.Resolver().resolve4('example.org'),
  udp: async () => (await import('node:dgram')).createSocket('udp4').bind(0),
  listening: async () => seen((await import('node:net')).createServer().listen(0), 'listening'),
  restoring: async () => {
    const { Socket } = await import('node:net')
    Socket.prototype.connect = function connect() {
      return this
    }
  },
  binding: async () => (process as unknown as { binding(name: string): unknown }).binding('tcp_wrap'),
  inspector: async () => (await import('node:inspector')).open(0),
  process: async () => seen((await import('node:child_process')).spawn('true'), 'exit'),
  worker: async () => new (await import('node:worker_threads')).Worker('', { eval: true }),
  'reading its file': async () => (await import('node:fs/promises')).readFile(path, 'utf8'),
  writing: async () => (await import('node:fs/promises')).writeFile(path, 'x'),
  environment: async () => process.env,
  endless: async () => {
    for (;;) writeSync(3, Buffer.alloc(64 * 1024))
  },
  computing: async () => {
    for (let count = 0; ; count += 1) Math.sqrt(count)
  },
  silence: stayForever,
  lingering: () => {
    writeSync(3, '{}')
    closeSync(3)
    return stayForever()
  },
}

const readRefusal = (error: unknown) => ({ refused: (error as { code?: string }).code ?? String(error) })
/** `reading` and a path, or one of the attempts. */
const find = (name: string) =>
  name.startsWith('reading /')
    ? async () => (await import('node:fs/promises')).readFile(name.slice('reading '.length), 'utf8')
    : attempts[name]
const attempt = async (name: string) => ({ got: await find(name)?.() })
const answers: Record<string, unknown> = {}
for (const name of names.split(',')) answers[name] = await attempt(name).catch(readRefusal)
writeSync(3, JSON.stringify(answers))
process.exit()
