// Collects the garbage of another Node process over its inspector, so that its memory is what it keeps and not what it has
// not looked at yet: left alone, V8 may keep garbage of several hundred megabytes for minutes.
import { once } from 'node:events'

/** What a process gets to be inspected at `port` of loopback, without a word on its output. */
export const inspectable = (port: number) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http` })

export async function collectGarbage(port: number): Promise<void> {
  const list = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[]
  if (!target) throw new Error('There is no process to inspect.')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  // The second time for what the finalizers of the first have let go of.
  for (const id of [1, 2]) {
    const answered = once(socket, 'message')
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
    await answered
  }
  socket.close()
}
