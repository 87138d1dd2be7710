import type { proposeQaThreshold, reviewQa, testQa } from '@heddle/contracts/dataset/qa-match'
import { limits } from '@heddle/contracts/limits'
import { createModel } from '@heddle/db/factories/model'
import { createDemoModel } from '@heddle/demo-model/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { arrangeDataset, type DatasetScene, readDataset, readParams, readRefusal } from '../../../../test/dataset/dataset-scene.ts'
import { conditioning, conditioningRow, expiredRow, fastness, fastnessRow, qaRows } from '../../../../test/dataset/qa-rows.ts'
import { readWordings } from './wording-table.sql.ts'

type Tested = z.output<(typeof testQa.schema.response)[200]>
type Proposed = z.output<(typeof proposeQaThreshold.schema.response)[200]>
type Reviewed = z.output<(typeof reviewQa.schema.response)[200]>

let demo: Awaited<ReturnType<typeof createDemoModel>>
let api: TestApp
beforeAll(async () => {
  demo = await createDemoModel()
  api = await createTestApp({ modelUrl: demo.url })
})
afterAll(async () => {
  await api.close()
  await demo.close()
})

const tooMany = { max: limits.qaWordings, max_characters: limits.qaCharacters }

async function arrangeQa({ rows = qaRows, matching = undefined as object | undefined } = {}) {
  const scene = await arrangeDataset(api, { kind: 'qa' })
  await createModel(api.db, { tenantId: scene.tenantId, name: 'vectors', kind: 'embedding', upstreamName: 'demo:latency=0' })
  if (matching) await scene.update({ matching })
  if (rows.length > 0) await scene.addRows(...rows)
  await scene.publishNow()
  const ask = async (question: string, language?: string) => {
    const response = await scene.caller.post(`${scene.address}/qa_test`, { question, ...(language !== undefined && { language }) })
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json<Tested>()
  }
  return { ...scene, ask }
}

async function findWordings({ address, caller }: DatasetScene) {
  const id = readDataset(await caller.get(address)).id
  const version = await api.db.datasetVersion.findFirstOrThrow({ where: { datasetId: id, state: 'active' } })
  const found = []
  for await (const page of readWordings(api.dependencies.pool, version.tableNumber)) found.push(...page)
  return found
}

describe('a question to approved answers', () => {
  test('is answered from the threshold on, in the language that is asked for', async () => {
    const { ask } = await arrangeQa({ matching: { threshold: 0.7 } })
    const found = await ask('How long are samples conditioned before the tensile test', 'zhHant')
    expect(found.comparison).toEqual({ by: 'words', embedding_model: null, threshold: 0.7 })
    expect(found.matches[0]).toMatchObject({
      row_no: qaRows.indexOf(conditioningRow) + 1,
      question: conditioning.question,
      wording: conditioning.question,
    })
    expect(found.matches[0]?.score).toBeGreaterThan(0.7)
    expect(found.answer).toEqual({
      text: conditioning.zhHant,
      language: 'zhHant',
      sources: ['ISO 139:2005', 'Laboratory manual, chapter 3'],
      valid_from: '2020-01-01',
      valid_until: '2999-12-31',
    })
  })

  test('finds another wording in another language, and says in which language an answer is that would be translated', async () => {
    const { ask } = await arrangeQa({ matching: { threshold: 0.7 } })
    expect((await ask('试样在拉伸试验前要调节多久', 'en')).answer?.text).toBe(conditioning.en)
    expect((await ask('ต้องปรับสภาวะชิ้นทดสอบนานเท่าใดก่อนทดสอบแรงดึง', 'ja')).answer).toMatchObject({ language: 'en' })
  })

  test('is answered in the same words alone until a threshold is set: one word is another fibre', async () => {
    const { ask } = await arrangeQa({ rows: [{ c1: 'How long must cotton be washed before a test?', c4: 'Ten minutes.' }] })
    const { comparison, matches, answer } = await ask('How long must wool be washed before a test?')
    expect([comparison?.threshold, matches.length, answer]).toEqual([1, 1, null])
    expect((await ask('how long must COTTON be washed before a test')).answer?.text).toBe('Ten minutes.')
  })

  test('below the threshold has matches and no answer', async () => {
    const { ask, update } = await arrangeQa()
    const question = 'How long are yarns conditioned?'
    const { matches, answer } = await ask(question)
    expect([matches[0]?.question, answer]).toEqual([conditioning.question, null])
    expect((await update({ matching: { threshold: 0.2 } })).statusCode).toBe(200)
    expect((await ask(question, 'en')).answer?.text).toBe(conditioning.en)
  })

  test.each([['What does a tensile test cost?'], ['What does a washing test cost?']])(
    'never finds an answer outside its dates: %s',
    async (question) => {
      const { ask } = await arrangeQa()
      expect(JSON.stringify(await ask(question, 'en'))).not.toContain('Canary')
      expect((await ask(question)).matches.map((match) => match.question)).not.toContain(question)
    },
  )

  test('is asked of the published version alone', async () => {
    const { ask, addRows, publishNow } = await arrangeQa({ rows: [conditioningRow] })
    await addRows(fastnessRow)
    expect((await ask(fastness.question)).answer).toBe(null)
    await publishNow()
    expect((await ask(fastness.question, 'en')).answer?.text).toBe(fastness.en)
  })

  test('has nothing before the first publication', async () => {
    const { address, caller } = await arrangeDataset(api, { kind: 'qa' })
    const response = await caller.post(`${address}/qa_test`, { question: 'Anything' })
    expect(response.json()).toEqual({ comparison: null, matches: [], answer: null, notices: [] })
  })

  test.each([
    ['long', 'x'.repeat(limits.messageCharacters)],
    ['long without spaces', '試'.repeat(limits.messageCharacters)],
    ['with NUL', '\0 null'],
    ['with SQL', `'; DROP TABLE dataset_table.t1; --`],
    ['with marks', '%_\\ {{start.question}} <passage>'],
    ['with half a character', '\ud800 alone'],
    ['empty', ' '],
  ])('that is %s finds nothing and breaks nothing', async (_, question) => {
    const { ask } = await arrangeQa()
    expect(await ask(question)).toMatchObject({ answer: null })
    expect((await ask(fastness.question, 'en')).answer?.text).toBe(fastness.en)
  })

  test('of 10,000 wordings is found among all, and a version with more is not published', async () => {
    const many = Array.from({ length: 400 }, (_, at) => ({
      c1: `What is the limit of parameter ${at * 25} of method TM-${at}?`,
      c2: Array.from({ length: 24 }, (__, line) => `Which limit has parameter ${at * 25 + line + 1} by TM-${at}`).join('\n'),
      c4: `The limit of parameter ${at * 25} is ${at}.`,
    }))
    const { ask, addRows, publish } = await arrangeQa({ rows: many, matching: { threshold: 0.9 } })
    expect((await ask('Which limit has parameter 5003 by TM-200?', 'en')).answer?.text).toBe('The limit of parameter 5000 is 200.')
    await addRows(fastnessRow)
    const refused = await publish()
    expect([readRefusal(refused), readParams(refused)]).toEqual([[409, 'DATASET_WORDINGS_TOO_MANY'], tooMany])
  })

  test('is asked of no version whose wordings are longer than memory has room for', async () => {
    const wordings = `${'x'.repeat(limits.qaWordingCharacters)}\n`.repeat(15)
    const { addRows, publish } = await arrangeQa({ rows: [] })
    for (let at = 0; at < 10; at += 1) {
      await addRows(...Array.from({ length: 7 }, (_, row) => ({ c1: `Question ${at} ${row}?`, c2: wordings, c4: 'Answer.' })))
    }
    const refused = await publish()
    expect([readRefusal(refused), readParams(refused)]).toEqual([[409, 'DATASET_WORDINGS_TOO_MANY'], tooMany])
  })
})

describe('an embedding model', () => {
  const matching = { embedding_model: 'vectors', threshold: 0.9 }

  test('compares by meaning, from the next version on', async () => {
    const scene = await arrangeQa({ matching })
    expect((await scene.read()).matching).toEqual(matching)
    const found = await scene.ask('Conditioning time of samples', 'en')
    expect(found).toMatchObject({ comparison: { by: 'meaning', ...matching }, answer: { text: conditioning.en }, notices: [] })
    expect(found.matches).toHaveLength(2)
    await scene.update({ matching: { embedding_model: null } })
    expect(await scene.read()).toMatchObject({ matching: { embedding_model: null, threshold: null }, has_changes: true })
    expect((await scene.ask('Conditioning time of samples')).comparison).toEqual({ by: 'meaning', ...matching })
    await scene.publishNow()
    expect((await scene.ask('Conditioning time of samples')).comparison).toEqual({ by: 'words', embedding_model: null, threshold: 1 })
  })

  test('has a threshold of its own, which another never takes over', async () => {
    const scene = await arrangeQa({ matching: { threshold: 0.55 } })
    const findThreshold = async () => (await scene.ask('Conditioning time of samples')).comparison?.threshold
    await scene.update({ matching: { embedding_model: 'vectors' } })
    expect([(await scene.read()).matching, await findThreshold()]).toEqual([{ embedding_model: 'vectors', threshold: null }, 0.55])
    await scene.update({ matching: { threshold: 0.97 } })
    expect(await findThreshold()).toBe(0.55)
    await scene.update({ matching: { threshold: 0.6, threshold_model: null } })
    expect([(await scene.read()).matching?.threshold, await findThreshold()]).toEqual([0.97, 0.6])
    await scene.publishNow()
    expect(await findThreshold()).toBe(0.97)
  })

  test('that is gone does not keep its threshold from being raised', async () => {
    const scene = await arrangeQa({ matching })
    await api.db.model.updateMany({ where: { tenantId: scene.tenantId, name: 'vectors' }, data: { enabled: false } })
    expect((await scene.update({ matching: { embedding_model: 'vectors', threshold: 0.95 } })).statusCode).toBe(200)
    expect(readRefusal(await scene.update({ matching: { threshold: 0.5, threshold_model: 'nowhere' } }))).toEqual([404, 'MODEL_NOT_FOUND'])
  })

  test('embeds only what the version before does not have', async () => {
    const scene = await arrangeQa({ matching, rows: [conditioningRow] })
    const before = await findWordings(scene)
    const usage = () => api.db.usageEvent.findMany({ where: { tenantId: scene.tenantId, flow: 'ingest' }, orderBy: { id: 'asc' } })
    await scene.addRows(fastnessRow)
    await scene.publishNow()
    const after = await findWordings(scene)
    expect([before.length, after.length]).toEqual([4, 5])
    expect(after.slice(0, 4).map(({ embedding }) => embedding)).toEqual(before.map(({ embedding }) => embedding))
    const [first, second] = await usage()
    expect(second?.inputTokens).toBeLessThan(first?.inputTokens ?? 0)
  })

  test('that does not answer leaves the version before in use, with the reason', async () => {
    const scene = await arrangeQa({ rows: [fastnessRow] })
    await createModel(api.db, { tenantId: scene.tenantId, name: 'broken', kind: 'embedding', upstreamName: 'demo:status=400' })
    await scene.update({ matching: { embedding_model: 'broken' } })
    await scene.publishNow()
    const [failed] = await scene.findVersions()
    expect(failed).toMatchObject({ state: 'failed', failure: { code: 'EMBEDDING_UNAVAILABLE' } })
    expect(await scene.read()).toMatchObject({ published_version: 1, has_changes: true })
    expect((await scene.ask(fastness.question, 'en')).answer?.text).toBe(fastness.en)
  })

  test('that is gone later leaves the same words, with a notice', async () => {
    const scene = await arrangeQa({ matching })
    await api.db.model.updateMany({ where: { tenantId: scene.tenantId, name: 'vectors' }, data: { enabled: false } })
    expect(await scene.ask('Which light source is used for fastness?', 'en')).toMatchObject({
      matches: [],
      notices: ['embedding_unavailable'],
    })
    expect((await scene.ask(`${fastness.question.toUpperCase()} `, 'en')).answer?.text).toBe(fastness.en)
  })

  test('is one of the tenant, and only of approved answers', async () => {
    const { update } = await arrangeQa()
    expect(readRefusal(await update({ matching: { embedding_model: 'nowhere' } }))).toEqual([404, 'MODEL_NOT_FOUND'])
    const table = await arrangeDataset(api)
    expect(readRefusal(await table.update({ matching: { threshold: 0.5 } }))).toEqual([422, 'DATASET_COLUMNS_FIXED'])
    expect(readRefusal(await table.caller.post(`${table.address}/qa_test`, { question: 'Anything' }))).toEqual([404, 'DATASET_NOT_FOUND'])
  })
})

describe('a threshold', () => {
  async function propose(rows: readonly object[], { caller, address, group }: DatasetScene) {
    const made = await caller.post('/api/v1/knowledge/dataset', { dataset: { kind: 'eval', name: 'Questions', group_id: group.id } })
    const set = readDataset(made)
    await caller.post(`/api/v1/knowledge/dataset/${set.id}/row`, { rows: rows.map((cells) => ({ cells })) })
    return (await caller.post(`${address}/qa_threshold`, { eval_set_id: set.id })).json<Proposed>()
  }

  test('is proposed between right and wrong answers to an evaluation set', async () => {
    const scene = await arrangeQa()
    const proposed = await propose(
      [
        { c1: 'How long are samples conditioned before the tensile test?', c2: 'en', c3: conditioning.en },
        { c1: 'Which light source is used for fastness to light?', c2: 'en', c4: 'xenon arc\nISO 105-B02' },
        { c1: 'conditioning time of the samples', c2: 'en', c5: 'ISO 139' },
        { c1: 'Which light source is used for photographs?', c2: 'en', c7: true },
        { c1: 'Which light source?', c2: 'en' },
        { c1: 'Conditioning time of samples', c2: 'en', c3: 'Something', c10: 'draft' },
      ],
      scene,
    )
    expect(proposed).toMatchObject({ comparison: { by: 'words' }, asked: 4, skipped: 2, notices: [] })
    expect(proposed.steps[0]).toEqual({ threshold: 0.3, right: 3, wrong: 1 })
    expect(proposed.steps.find(({ threshold }) => threshold === proposed.proposed)).toMatchObject({ right: 3, wrong: 0 })
  })

  test('is not proposed from a set of which nothing is right', async () => {
    expect((await propose([{ c1: fastness.question, c2: 'en', c7: true }], await arrangeQa())).proposed).toBe(null)
  })
})

test('a review names near-equal questions with different answers, and expired answers, of the draft', async () => {
  const { caller, address, addRows } = await arrangeQa()
  const review = async () => (await caller.post(`${address}/qa_review`, {})).json<Reviewed>()
  expect(await review()).toMatchObject({ near_equal: [], expired: [{ question: expiredRow.c1, valid_until: '2020-12-31' }], is_cut: false })
  await addRows(
    { c1: 'Which light source is used for the colour fastness to light', c4: 'A mercury lamp.' },
    { c1: conditioning.question.toUpperCase(), c4: conditioning.en },
  )
  const [{ near_equal: pairs }] = await Promise.all([review(), review()])
  expect(pairs).toHaveLength(1)
  expect(pairs[0]?.rows.map(({ question }) => question)).toEqual([
    fastness.question,
    'Which light source is used for the colour fastness to light',
  ])
})
