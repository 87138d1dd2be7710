// Workers that are killed while they ask and judge the questions of a run: each row and repeat counts once, and what was used is known.
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { createModel } from '@heddle/db/factories/model'
import { evalRunQueue } from '@heddle/db/job-queues'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { arrangeEvaluation } from '../../../../test/evaluation/eval-scene.ts'
import { startWorker } from '../../../../test/jobs/queue-worker.ts'
import { rounds } from '../../../../../../scripts/testing/rounds.ts'
import { hurryRetries, spawnWorker } from '../../../../test/jobs/spawn-worker.ts'

const kills = rounds(2, 4)
/** Enough for all of them to be killed before the last row. */
const rowCount = rounds(8, 12)
const repeats = 3

let app: ChatApp
const workers = new Set<ChildProcess>()
beforeAll(async () => {
  app = await createChatApp()
  await hurryRetries(app, evalRunQueue)
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app.close()
})

/** Kills a worker within two seconds of its start, at any moment, or of its first call of the model. */
async function runKilledWorker(isAsking: () => boolean) {
  const worker = spawnWorker(app, evalRunQueue)
  workers.add(worker)
  const ended = once(worker, 'exit')
  await Promise.race([once(worker.stdout!, 'data'), ended])
  while (!isAsking()) await pause(20)
  await pause(Math.random() * 1_000)
  worker.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

type Call = ReturnType<ChatApp['callsOf']>[number]

/** Returns what a call was told that it has used; the same question and the same answer are told the same each time. */
const findReported = (calls: readonly Call[]) => calls.flatMap(({ usage }) => usage ?? [])[0]

test('a run whose workers are killed has each answer and judgement once, and an event for each call', { timeout: 300_000 }, async () => {
  const rows = Array.from({ length: rowCount }, (_, row) => ({
    [evalColumn.question]: `Sample ${row} of the killed run [[demo:latency=250]]`,
    [evalColumn.language]: 'en',
    [evalColumn.answer]: `Sample ${row}`,
  }))
  const scene = await arrangeEvaluation(app, { rows })
  const judge = await createModel(app.db, { tenantId: scene.tenantId, name: 'judge' })
  const isOfJudge = ({ body }: Call) => JSON.stringify(body).includes('You judge an answer')
  const findCalls = (row: number | string = '') => app.callsOf(`Sample ${row}${row === '' ? '' : ' '}`)
  const run = await scene.start({ repeats, judge_model: judge.name })
  for (let kill = 0; kill < kills; kill++) {
    const before = findCalls().length
    await runKilledWorker(() => findCalls().length > before)
  }
  expect((await scene.find(run.id)).state).toBe('running')
  const last = await startWorker(app.dependencies, evalRunQueue)
  const ended = await scene.untilEnded(run.id)
  await last.close()

  const total = rowCount * repeats
  expect(ended).toMatchObject({ state: 'completed', answer_count: total, failed_count: 0, timed_out_count: 0 })
  const answers = await scene.findAnswers(run.id)
  expect(new Set(answers.map(({ rowId, repeat }) => `${rowId} ${repeat}`)).size).toBe(total)
  expect(answers.filter(({ judgement, judgeRunId }) => judgement === null || judgeRunId !== null)).toEqual([])

  const events = await scene.findUsage()
  const byRun = new Map(events.map((event) => [event.runId, event]))
  const judgements: string[] = []
  for (const [index, row] of scene.rows.entries()) {
    const [judged, asked] = [findCalls(index).filter(isOfJudge), findCalls(index).filter((call) => !isOfJudge(call))]
    const [reported, reportedOfJudge] = [findReported(asked), findReported(judged)]
    for (const { usageRunId } of answers.filter(({ rowId }) => rowId === row.id))
      expect(byRun.get(usageRunId)).toMatchObject({
        modelName: scene.model.name,
        outcome: 'completed',
        inputTokens: reported?.prompt_tokens,
        outputTokens: reported?.completion_tokens,
        estimated: false,
      })
    for (let repeat = 0; repeat < repeats; repeat++)
      judgements.push(`${reportedOfJudge?.prompt_tokens} ${reportedOfJudge?.completion_tokens}`)
  }
  const isCompleted = ({ outcome }: (typeof events)[number]) => outcome === 'completed'
  const [ofJudge, ofAnswers] = [
    events.filter(({ modelName }) => modelName === judge.name),
    events.filter(({ modelName }) => modelName !== judge.name),
  ]
  expect(ofAnswers.filter(isCompleted)).toHaveLength(total)
  const kept = ofJudge.filter(isCompleted).map(({ inputTokens, outputTokens }) => `${inputTokens} ${outputTokens}`)
  expect(kept.toSorted()).toEqual(judgements.toSorted())

  const interrupted = events.filter((event) => !isCompleted(event))
  expect(interrupted.length).toBeGreaterThan(0)
  expect(interrupted.filter(({ outcome, estimated, inputTokens }) => outcome !== 'interrupted' || !estimated || inputTokens === 0)).toEqual(
    [],
  )
  // The database is told before the server, so that no call is without an event: one killed between them has an event without a call.
  const lines = [
    [ofAnswers, findCalls().filter((call) => !isOfJudge(call))] as const,
    [ofJudge, findCalls().filter(isOfJudge)] as const,
  ].map(([own, calls]) => {
    expect(calls.length).toBeGreaterThanOrEqual(total)
    expect(calls.length).toBeLessThanOrEqual(own.length)
    return `${total} kept, ${calls.length} calls, ${own.length} events`
  })
  expect(await app.db.usageReservation.count()).toBe(0)
  process.stdout.write(`${kills} kills: answers ${lines[0]}; judgements ${lines[1]}\n`)
})
