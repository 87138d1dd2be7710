// What replies show of their models: the row has it, and the next call goes by it.
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createSecretCipher } from '@heddle/security/secret-cipher'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ModelFinding } from '../../../platform/inference/call/model-client.ts'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { createCallableModelService } from '../callable-model.ts'
import { createReplyFindings } from './reply-findings.ts'

const at = new Date('2026-11-25T08:00:00.000Z')

let api: TestApp
let callable: ReturnType<typeof createCallableModelService>
beforeAll(async () => {
  api = await createTestApp()
  const { pool, keys, config } = api.dependencies
  callable = createCallableModelService({ pool, cipher: createSecretCipher(keys.modelKeys), environment: config.model })
})
afterAll(() => api.close())

async function offer(columns: Parameters<typeof createModel>[1] = {}) {
  const { id: tenantId } = await createTenant(api.db)
  const model = await createModel(api.db, { tenantId, ...columns })
  const findCallable = async () => {
    const [called] = (await callable.findCallable(tenantId, model.name)) ?? []
    if (!called) throw new Error('The model is not there')
    return called
  }
  const readRow = () => api.db.model.findUniqueOrThrow({ where: { id: model.id } })
  return { id: model.id, findCallable, readRow }
}

/** What one process logs, and how it is told of a finding. */
function createProcess(db = api.db) {
  const lines: { level: string; message: string; fields: object }[] = []
  const logAt = (level: string) => (fields: object, message: string) => lines.push({ level, message, fields })
  const log = { ...api.dependencies.log, info: logAt('info'), warn: logAt('warn') } as unknown as typeof api.dependencies.log
  return { lines, observe: createReplyFindings({ db, log, now: () => at }) }
}

const shown = (value: string | number | string[]) => ({ value, found_at: at.toISOString(), source: 'reply' })

describe('what a reply shows of its model', () => {
  test.each<[ModelFinding, object, object]>([
    [{ setting: 'context_tokens', value: 8_192 }, { contextTokens: 8_192, contextTokensSource: 'probed' }, { contextTokens: 8_192 }],
    [
      { setting: 'max_output_tokens', value: 1_024 },
      { maxOutputTokens: 1_024, maxOutputTokensSource: 'probed' },
      { maxOutputTokens: 1_024 },
    ],
    [
      { setting: 'reasoning_format', value: 'begins_inside' },
      { reasoningFormat: 'begins_inside', reasoningFormatSource: 'probed' },
      { reasoningFormat: 'begins_inside' },
    ],
    [
      { setting: 'refused_parameters', value: 'stream_options' },
      { refusedParameters: ['stream_options'], refusedParametersSource: 'probed' },
      { refusedParameters: ['stream_options'] },
    ],
  ])('fills a setting that no one has set: %j', async (finding, columns, called) => {
    const { id, findCallable, readRow } = await offer()
    const { lines, observe } = createProcess()
    observe(await findCallable(), finding)
    await expect.poll(readRow).toMatchObject(columns)
    const { findings, revision } = await readRow()
    const value = finding.setting === 'refused_parameters' ? [finding.value] : finding.value
    expect(findings).toEqual({ [finding.setting]: shown(value) })
    expect(revision).toBe(0)
    expect(await findCallable()).toMatchObject(called)
    expect(lines).toEqual([{ level: 'info', message: 'A reply showed a setting of its model', fields: { modelId: id, ...finding } }])
  })

  test('stays beside an administrator’s own value; the next call keeps to the smaller limit', async () => {
    const own: Parameters<typeof offer>[0] = {
      contextTokens: 32_768,
      contextTokensSource: 'set',
      reasoningFormat: 'tags',
      reasoningFormatSource: 'set',
      refusedParameters: ['max_tokens'],
      refusedParametersSource: 'set',
    }
    const { findCallable, readRow } = await offer(own)
    const { observe } = createProcess()
    observe(await findCallable(), { setting: 'context_tokens', value: 8_192 })
    observe(await findCallable(), { setting: 'reasoning_format', value: 'field' })
    observe(await findCallable(), { setting: 'refused_parameters', value: 'temperature' })
    await expect.poll(async () => Object.keys((await readRow()).findings as object)).toHaveLength(3)
    expect(await readRow()).toMatchObject({
      ...own,
      findings: { context_tokens: shown(8_192), reasoning_format: shown('field'), refused_parameters: shown(['temperature']) },
    })
    expect(await findCallable()).toMatchObject({
      contextTokens: 8_192,
      reasoningFormat: 'tags',
      refusedParameters: ['max_tokens', 'temperature'],
    })
  })

  test('is added to what is refused already, also when two replies show it in the same moment', async () => {
    const { findCallable, readRow } = await offer({ refusedParameters: ['max_tokens'], refusedParametersSource: 'probed' })
    const called = await findCallable()
    for (const value of ['temperature', 'stream_options', 'temperature'] as const)
      createProcess().observe(called, { setting: 'refused_parameters', value })
    await expect.poll(async () => (await readRow()).refusedParameters.length).toBe(3)
    const { refusedParameters, findings } = await readRow()
    expect(refusedParameters.toSorted()).toEqual(['max_tokens', 'stream_options', 'temperature'])
    expect(findings).toMatchObject({ refused_parameters: { value: refusedParameters } })
  })

  test('is written once, by whichever process', async () => {
    const { findCallable, readRow } = await offer()
    const called = await findCallable()
    const [first, second] = [createProcess(), createProcess()]
    for (const { observe } of [first, first, first]) observe(called, { setting: 'reasoning_format', value: 'tags' })
    await expect.poll(() => first.lines).toHaveLength(1)
    await api.db.model.update({ where: { id: called.id }, data: { findings: { reasoning_format: { ...shown('tags'), source: 'test' } } } })
    second.observe(called, { setting: 'reasoning_format', value: 'tags' })
    second.observe(called, { setting: 'context_tokens', value: 4_096 })
    await expect.poll(() => second.lines).toHaveLength(1)
    expect((await readRow()).findings).toMatchObject({ reasoning_format: { source: 'test' }, context_tokens: shown(4_096) })
  })

  test('is written again once an administrator has set another value', async () => {
    const { findCallable, readRow } = await offer()
    const { lines, observe } = createProcess()
    observe(await findCallable(), { setting: 'context_tokens', value: 8_192 })
    await expect.poll(() => lines).toHaveLength(1)
    await api.db.model.update({
      where: { id: (await findCallable()).id },
      data: { contextTokens: 65_536, contextTokensSource: 'set', findings: {} },
    })
    observe(await findCallable(), { setting: 'context_tokens', value: 8_192 })
    await expect.poll(() => lines).toHaveLength(2)
    expect(await readRow()).toMatchObject({ contextTokens: 65_536, findings: { context_tokens: shown(8_192) } })
  })

  test('is written again once an administrator has cleared it', async () => {
    const { findCallable, readRow } = await offer()
    const { lines, observe } = createProcess()
    const finding = { setting: 'refused_parameters', value: 'temperature' } as const
    const called = await findCallable()
    observe(called, finding)
    await expect.poll(() => lines).toHaveLength(1)
    await api.db.model.update({
      where: { id: called.id },
      data: { refusedParameters: [], refusedParametersSource: null, findings: {}, revision: { increment: 1 } },
    })
    observe(await findCallable(), finding)
    await expect.poll(() => lines).toHaveLength(2)
    expect(await readRow()).toMatchObject({ refusedParameters: ['temperature'], findings: { refused_parameters: shown(['temperature']) } })
  })

  test.each<ModelFinding>([
    { setting: 'context_tokens', value: 0 },
    { setting: 'context_tokens', value: 100 },
    { setting: 'context_tokens', value: 1.5 },
    { setting: 'max_output_tokens', value: 0 },
    { setting: 'max_output_tokens', value: Number.NaN },
    { setting: 'max_output_tokens', value: 99_999_999_999 },
  ])('is passed by when no setting may have it: %j', async (finding) => {
    const { findCallable, readRow } = await offer()
    const { lines, observe } = createProcess()
    observe(await findCallable(), finding)
    observe(await findCallable(), { setting: 'reasoning_format', value: 'field' })
    await expect.poll(() => lines).toHaveLength(1)
    expect(await readRow()).toMatchObject({ contextTokens: 16_384, maxOutputTokens: null, findings: { reasoning_format: shown('field') } })
  })

  test('disturbs no reply when it cannot be kept, and is tried again with the next', async () => {
    const { findCallable, readRow } = await offer()
    const called = await findCallable()
    const { lines, observe } = createProcess()
    const finding = { setting: 'context_tokens', value: 8_192 } as const
    observe({ ...called, id: 'no id' }, finding)
    await expect.poll(() => lines).toMatchObject([{ level: 'warn', message: 'What a reply showed of its model was not kept' }])
    observe({ ...called, id: 'no id' }, finding)
    await expect.poll(() => lines).toHaveLength(2)
    expect((await readRow()).findings).toEqual({})
  })
})
