// Tells the parent process how far the reading has come.
import { fstatSync } from 'node:fs'
import { Socket } from 'node:net'

const intervalMs = 250

/** Open only where the parent reads it. */
const socket = isPipe(4) ? new Socket({ fd: 4 }) : null
let reportedAt = 0

function isPipe(fd: number): boolean {
  try {
    const stat = fstatSync(fd)
    return stat.isFIFO() || stat.isSocket()
  } catch {
    return false
  }
}

export function reportPages(done: number, total: number) {
  const now = performance.now()
  if (!socket || (done < total && now - reportedAt < intervalMs)) return
  reportedAt = now
  socket.write(`${done}/${total}\n`)
}
