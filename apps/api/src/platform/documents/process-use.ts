// Reads what a process uses. A limit on the heap does not limit buffers, into which archives are unpacked; and the clock on the wall runs
// on while the process waits for a processor.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

type ProcessUse = { readonly residentBytes: number; readonly processorMs: number }

/** Linux counts processor time in hundredths of a second for every program (`USER_HZ`), on all of its platforms for Node.js. */
const msPerTick = 10

/** Returns the resident memory and the processor time of a process; null when it has ended or they are unknown. */
export async function readProcessUse(pid: number): Promise<ProcessUse | null> {
  try {
    return process.platform === 'linux' ? await readProc(pid) : await readPs(pid)
  } catch {
    return null
  }
}

async function readProc(pid: number): Promise<ProcessUse | null> {
  const [status, stat] = await Promise.all([readFile(`/proc/${pid}/status`, 'utf8'), readFile(`/proc/${pid}/stat`, 'utf8')])
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
  // The name of the program, in brackets, may have blanks in it; utime and stime are the 12th and 13th field after it (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return kilobytes === undefined ? null : { residentBytes: Number(kilobytes) * 1_024, processorMs: ticks * msPerTick }
}

async function readPs(pid: number): Promise<ProcessUse | null> {
  const { stdout } = await run('ps', ['-o', 'rss=,time=', '-p', String(pid)])
  const [kilobytes, time = ''] = stdout.trim().split(/\s+/)
  const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return { residentBytes: Number(kilobytes) * 1_024, processorMs: seconds * 1_000 }
}
