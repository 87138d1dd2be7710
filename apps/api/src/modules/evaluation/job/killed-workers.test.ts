// Workers that are killed while they ask the questions of a run: each row and repeat counts once, and what was used is known.
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { evalRunQueue } from '@heddle/db/job-queues'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeCache } from '../../../../../../scripts/processes/code-cache.ts'
import { testSecretKey } from '../../../../test/application/test-app.ts'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { arrangeEvaluation } from '../../../../test/evaluation/eval-scene.ts'
import { startEvaluating } from '../../../../test/evaluation/eval-worker.ts'

const kills = 4
const rowCount = 12
const repeats = 3

let app: ChatApp
const workers = new Set<ChildProcess>()
beforeAll(async () => {
  app = await createChatApp()
  // The job of a dead worker is given to another after two seconds, however often it dies.
  await app.asOwner(
    `UPDATE pgboss.queue SET retry_limit = 1000, retry_delay = 0, retry_backoff = false, heartbeat_seconds = 2
     WHERE name = '${evalRunQueue}'`,
  )
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app.close()
})

const spawnWorker = (): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL('../../../../test/evaluation/eval-process.ts', import.meta.url))], {
    env: {
      ...codeCache,
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SECRET_KEY: testSecretKey,
      DATABASE_URL: app.dependencies.config.databaseUrl,
      MODEL_BASE_URL: app.demo.url,
      PRIVATE_MODEL_SERVERS: 'any',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Kills a worker within two seconds of its start, at any moment, or of its first call of the model. */
async function runKilledWorker(isAsking: () => boolean) {
  const worker = spawnWorker()
  workers.add(worker)
  const ended = once(worker, 'exit')
  await Promise.race([once(worker.stdout!, 'data'), ended])
  while (!isAsking()) await pause(20)
  await pause(Math.random() * 1_000)
  worker.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

test('a run whose workers are killed has each answer once, and an event for each call', { timeout: 300_000 }, async () => {
  const rows = Array.from({ length: rowCount }, (_, row) => ({
    [evalColumn.question]: `Sample ${row} of the killed run [[demo:latency=250,echo]]`,
    [evalColumn.language]: 'en',
    [evalColumn.answer]: `Sample ${row}`,
  }))
  const scene = await arrangeEvaluation(app, { rows })
  const findCalls = (row: number | string = '') => app.callsOf(`Sample ${row}${row === '' ? '' : ' '}`)
  const run = await scene.start({ repeats })
  for (let kill = 0; kill < kills; kill++) {
    const before = findCalls().length
    await runKilledWorker(() => findCalls().length > before)
  }
  expect((await scene.find(run.id)).state).toBe('running')
  const last = await startEvaluating(app.dependencies)
  const ended = await scene.untilEnded(run.id)
  await last.close()

  expect(ended).toMatchObject({ state: 'completed', answer_count: rowCount * repeats, failed_count: 0, timed_out_count: 0 })
  const answers = await scene.findAnswers(run.id)
  expect(new Set(answers.map(({ rowId, repeat }) => `${rowId} ${repeat}`)).size).toBe(rowCount * repeats)

  const events = await scene.findUsage()
  const byRun = new Map(events.map((event) => [event.runId, event]))
  const interrupted = events.filter(({ outcome }) => outcome === 'interrupted')
  expect(events.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'interrupted')).toEqual(answers.map(() => 'completed'))
  expect(interrupted.every(({ estimated, inputTokens }) => estimated && inputTokens > 0)).toBe(true)
  for (const [index, row] of scene.rows.entries()) {
    const calls = findCalls(index)
    const own = answers.filter(({ rowId }) => rowId === row.id)
    // The model reports the same usage for the same question.
    const reported = calls.flatMap(({ usage }) => usage ?? [])[0]
    for (const { usageRunId } of own)
      expect(byRun.get(usageRunId)).toMatchObject({
        inputTokens: reported?.prompt_tokens,
        outputTokens: reported?.completion_tokens,
        estimated: false,
      })
    expect(calls.length).toBeGreaterThanOrEqual(repeats)
  }
  // A process may be killed between the event's reservation and its call, so that an interrupted event may be without one.
  const calls = findCalls().length
  expect(calls).toBeGreaterThanOrEqual(answers.length)
  expect(calls).toBeLessThanOrEqual(events.length)
  expect(interrupted.length).toBeGreaterThan(0)
  expect(await app.db.usageReservation.count()).toBe(0)
  process.stdout.write(`${kills} kills: ${answers.length} answers, ${calls} calls of the model, ${events.length} usage events\n`)
})
