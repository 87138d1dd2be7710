// Collects the garbage of another Node process through its inspector, so that its memory has only retained objects: by itself V8 may
// keep garbage of several hundred megabytes for minutes.
import { once } from 'node:events'

/** Returns the environment of a process that can be inspected at `port` of loopback, without output. */
export const createInspectOptions = (port: number) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http` })

export async function collectGarbage(port: number): Promise<void> {
  const list = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[]
  if (!target) throw new Error('There is no process to inspect.')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  // The second time for objects released by the finalizers of the first.
  for (const id of [1, 2]) {
    const answered = once(socket, 'message')
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
    await answered
  }
  socket.close()
}
