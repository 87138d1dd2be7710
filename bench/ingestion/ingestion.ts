// Born-digital PDF files from the upload to the searched index, without vectors: by the product's API, worker and database. `PDF_FILES` names
// more of them, as in PATH.
import { createDatabase } from '@heddle/db/client'
import { createCollection } from '@heddle/db/factories/knowledge'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { basename, delimiter } from 'node:path'
import { formatNumber, printNote, printTable } from '../report.ts'
import { readProcessTree, readTreeCpuMilliseconds } from '../testbed/process-tree.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { type BenchDocument, ingestDocuments, signInAdmin } from './ingest-documents.ts'
import { makeDocument } from './made-documents.ts'

const sampleMs = 100

type Cost = { readonly pages: number; readonly seconds: number; readonly cpu: number; readonly databaseCpu: number; readonly peak: Peak }
/** Maximum resident megabytes. */
type Peak = { readonly worker: number; readonly reader: number }

export async function runIngestion(bed: Testbed): Promise<void> {
  const api = await bed.startApi()
  const db = createDatabase({ url: bed.databaseUrl, poolSize: 2 })
  try {
    const collection = await createCollection(db)
    const token = await signInAdmin(db, collection.tenantId, bed.secretKey)
    const pids = { worker: api.pid, database: bed.postgresPid }
    const ingest = (document: BenchDocument) =>
      measure(pids, () => ingestDocuments(db, { url: api.url, token, collectionId: collection.id }, [document]))
    await ingest(makeDocument('Warming', 20, 'latin'))
    const pages = bed.isQuick ? 60 : 240
    const named = (process.env.PDF_FILES ?? '').split(delimiter).filter(Boolean)
    const runs: (readonly [string, BenchDocument])[] = [
      ['words', makeDocument('Weaving', pages, 'latin')],
      ['ideographs', makeDocument('Dyeing', pages, 'chinese')],
      ['words', makeDocument('Spinning', 600, 'latin')],
      ...named.map((path) => [basename(path), { name: basename(path), bytes: readFileSync(path) }] as const),
    ]
    const rows: string[][] = []
    for (const [name, document] of runs) {
      const { pages: count, seconds, cpu, databaseCpu, peak } = await ingest(document)
      const numbers = [seconds, cpu, databaseCpu, count / (cpu + databaseCpu), peak.worker, peak.reader]
      rows.push([`${count} pages, ${name}`, ...numbers.map(formatNumber)])
    }
    const columns = [
      'seconds',
      'CPU of the worker s',
      'CPU of PostgreSQL s',
      'pages a CPU second',
      'worker at most MB',
      'reader at most MB',
    ]
    printTable('Ingestion of born-digital PDF without vectors', ['document', ...columns], rows)
    printNote(`The CPU of the worker has that of the upload and of the confined reader. Load of the machine: ${loadavg()[0]?.toFixed(1)}.`)
  } finally {
    await db.$disconnect()
    await api.stop()
  }
}

async function measure(pids: { readonly worker: number; readonly database: number }, act: () => Promise<number>): Promise<Cost> {
  const [begun, cpu, databaseCpu] = [performance.now(), readTreeCpuMilliseconds(pids.worker), readTreeCpuMilliseconds(pids.database)]
  let reader = 0
  const timer = setInterval(() => {
    for (const pid of readProcessTree(pids.worker)) if (pid !== pids.worker) reader = Math.max(reader, readPeakMegabytes(pid))
  }, sampleMs)
  const pages = await act().finally(() => clearInterval(timer))
  return {
    pages,
    seconds: (performance.now() - begun) / 1_000,
    cpu: (readTreeCpuMilliseconds(pids.worker) - cpu) / 1_000,
    databaseCpu: (readTreeCpuMilliseconds(pids.database) - databaseCpu) / 1_000,
    peak: { worker: readPeakMegabytes(pids.worker), reader },
  }
}

/** Returns the maximum resident memory of a process so far, in megabytes; 0 when it has ended. */
function readPeakMegabytes(pid: number): number {
  try {
    const match = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(match?.[1] ?? 0) / 1_000
  } catch {
    return 0
  }
}
