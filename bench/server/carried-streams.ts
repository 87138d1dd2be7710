// Keeps the number of streams that the last `streams` has found on this machine, for `steady`.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/processes/program.ts'

const file = join(root, 'node_modules/.cache/heddle/carried-streams')

export async function keepCarried(streams: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, String(streams))
}

/** Returns undefined where none was kept. */
export async function readCarried(): Promise<number | undefined> {
  const streams = Number(await readFile(file, 'utf8').catch(() => ''))
  return streams > 0 ? streams : undefined
}
