import { percentile } from '../load/load.ts'
import { readTreeCpuMilliseconds } from './process-tree.ts'

/** Milliseconds of one call. */
export type Cost = { readonly p50: number; readonly p95: number; readonly cpu: number; readonly databaseCpu: number }

const warmingCalls = 10

/** Makes a call for each question, one after the other, after some that are not counted. */
export async function measureCalls<Question, Result>(
  postgresPid: number,
  questions: readonly Question[],
  call: (question: Question) => Promise<Result>,
): Promise<{ readonly cost: Cost; readonly results: readonly Result[] }> {
  for (const question of questions.slice(0, warmingCalls)) await call(question)
  const milliseconds: number[] = []
  const results: Result[] = []
  const [cpu, databaseCpu] = [process.cpuUsage(), readTreeCpuMilliseconds(postgresPid)]
  for (const question of questions) {
    const begun = performance.now()
    results.push(await call(question))
    milliseconds.push(performance.now() - begun)
  }
  const { user, system } = process.cpuUsage(cpu)
  return {
    cost: {
      p50: percentile(milliseconds, 0.5),
      p95: percentile(milliseconds, 0.95),
      cpu: (user + system) / 1_000 / questions.length,
      databaseCpu: (readTreeCpuMilliseconds(postgresPid) - databaseCpu) / questions.length,
    },
    results,
  }
}
