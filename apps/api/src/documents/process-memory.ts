// Reads the memory use of a process. A limit on the heap does not limit buffers, into which archives are unpacked.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Returns the resident memory of a process in bytes; null when the process has ended or its memory is unknown. */
export async function readResidentBytes(pid: number): Promise<number | null> {
  try {
    if (process.platform !== 'linux') return Number((await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout) * 1_024
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1_024
  } catch {
    return null
  }
}
