// Runs of evaluation sets: over HTTP, with the worker that asks their questions.
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { arrangeEvaluation, echo, findFigure } from '../../../test/evaluation/eval-scene.ts'
import { startEvaluating } from '../../../test/evaluation/eval-worker.ts'

let app: ChatApp
let worker: Awaited<ReturnType<typeof startEvaluating>>
beforeAll(async () => {
  app = await createChatApp()
  worker = await startEvaluating(app.dependencies)
})
afterAll(async () => {
  await worker.close()
  await app.close()
})

describe('a run of an evaluation set', () => {
  test('asks each question as often as it is to be, and scores the answers', async () => {
    const scene = await arrangeEvaluation(app, {
      rows: [
        echo('Denim has 812 N.', { [evalColumn.answer]: '812 N', [evalColumn.tags]: 'denim, warp' }),
        echo('Twill has 0.7 kN.', { [evalColumn.answer]: '650 N', [evalColumn.tags]: 'twill' }),
      ],
    })
    const { id } = await scene.start({ repeats: 3 })
    const run = await scene.untilEnded(id)
    expect(run).toMatchObject({ state: 'completed', error: null, row_count: 2, answer_count: 6, failed_count: 0, is_stale: false })
    expect(findFigure(run, 'numbers')).toMatchObject({
      mean: 0.5,
      row_count: 2,
      by_tag: [
        { tag: 'denim', row_count: 1, mean: 1 },
        { tag: 'warp', row_count: 1, mean: 1 },
        { tag: 'twill', row_count: 1, mean: 0 },
      ],
    })
    expect(run.figures[0]?.metric).toBe('overall')
    expect(await scene.findAnswers(id)).toHaveLength(6)
    expect(await scene.findUsage()).toHaveLength(6)
  })
})
