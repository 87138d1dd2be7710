import { limits } from '@heddle/contracts/limits'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createPrompt } from '@heddle/db/factories/prompt'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { createForm } from '../../../../test/files/form.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

async function arrange() {
  const { tenantId, id: groupId } = await createGroup(api.db)
  const [owner, member] = [await createUser(api.db, { tenantId }), await createUser(api.db, { tenantId })]
  await createMembership(api.db, { groupId, userId: owner.id, role: 'O' })
  await createMembership(api.db, { groupId, userId: member.id })
  return { tenantId, groupId, ownerId: owner.id, owner: await api.as(owner), member: await api.as(member) }
}

function send(caller: Caller, content: string | Buffer, query = 'scope=mine') {
  const { payload, headers } = createForm([{ name: 'prompts', content }])
  const url = `/api/v1/prompt/import?${query}`
  return api.app.inject({ method: 'POST', url, headers: { ...caller.headers, ...headers }, payload })
}
const sendJson = (caller: Caller, content: unknown, query?: string) => send(caller, JSON.stringify(content), query)

const findOwn = (ownerId: string) =>
  api.db.prompt.findMany({
    where: { ownerId },
    select: { name: true, description: true, text: true, tags: true, variables: true },
    orderBy: { nameKey: 'asc' },
  })

/** What spreadsheets and parsers change: formulas, quotes, blanks at the ends, line ends, separators. */
const awkward = [
  {
    name: { default: '=HYPERLINK("x")', zhHant: '解釋標準', vi: "'=1" },
    description: { default: '+a, "b"; c', th: '＝อธิบาย' },
    text: { default: ' -1 {{ a }}\n\n\tlast; "x",\n ', ja: "''@説明" },
    tags: ['@dye', "it's"],
    variables: [
      { key: 'a', label: { default: '甲' }, type: 'choice', choices: ['x;y', '"z"'], default: '"z"', required: true },
      { key: 'unused', label: { default: 'b', ja: 'び' }, type: 'long_text', default: 'one\ntwo' },
    ],
  },
  { name: { default: 'plain' }, description: { default: '' }, text: { default: 'plain' }, tags: [], variables: [] },
]

describe('an export', () => {
  test.each(['json', 'csv'])('as %s is imported as the same prompts', async (format) => {
    const { tenantId, ownerId, owner, member } = await arrange()
    for (const prompt of awkward) await createPrompt(api.db, { tenantId, ownerId, ...prompt })
    const file = await owner.post('/api/v1/prompt/export', { scope: 'mine', format })
    expect([file.statusCode, file.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(new RegExp(`^attachment; filename="prompts-[\\d-]+\\.${format}"$`)),
    ])
    expect((await send(member, file.rawPayload)).json()).toEqual({ created: 2 })
    expect(await findOwn(ownerId)).toEqual(awkward)
    const { id } = await api.db.user.findFirstOrThrow({ where: { tenantId, id: { not: ownerId } } })
    expect(await findOwn(id)).toEqual(awkward)
  })

  test('as CSV has no cell that is a formula', async () => {
    const { tenantId, ownerId, owner } = await arrange()
    await createPrompt(api.db, { tenantId, ownerId, ...awkward[0] })
    const { body } = await owner.post('/api/v1/prompt/export', { scope: 'mine', format: 'csv' })
    expect(body.split('\r\n')[1]).toMatch(/^"'=HYPERLINK\(""x""\)",/)
  })

  test('of a group has no suggestions, and is for its members', async () => {
    const { tenantId, groupId, member } = await arrange()
    await createPrompt(api.db, { tenantId, groupId, name: { default: 'offered' } })
    await createPrompt(api.db, { tenantId, groupId, state: 'suggested' })
    const { prompts } = (await member.post('/api/v1/prompt/export', { scope: 'group', group_id: groupId, format: 'json' })).json()
    expect(prompts.map(({ name }: { name: { default: string } }) => name.default)).toEqual(['offered'])
    const outsider = await api.as(await createUser(api.db, { tenantId }))
    const refused = await outsider.post('/api/v1/prompt/export', { scope: 'group', group_id: groupId, format: 'json' })
    expect(refused.json().detail.code).toBe('AUTH_GROUP_NOT_FOUND')
  })
})

describe('an import', () => {
  test('reads the prompts of Open WebUI with the types of their variables', async () => {
    const { owner, ownerId } = await arrange()
    const content = [
      '{{CURRENT_DATE}}: {{ Fibre type | select:options=["cotton: raw","linen"]:default="linen":required }} of {{ 布料 | textarea }}',
      '{{ count | number:min=1:default="x" }} {{Fibre type}} {{CLIPBOARD}} {{ 布料 }} {{USER_NAME}}',
    ].join('\n')
    const file = [
      { command: '/report', user_id: 'u', title: 'Report', content, timestamp: 1, access_control: null },
      { command: 'short', id: 'x', name: 'Untyped', content: 'plain', tags: ['lab'], version_id: null },
    ]
    expect((await sendJson(owner, file)).json()).toEqual({ created: 2 })
    expect(await findOwn(ownerId)).toMatchObject([
      {
        name: { default: 'Report' },
        text: {
          default:
            '{{ current_date }}: {{ fibre_type }} of {{ value_1 }}\n{{ count }} {{ fibre_type }} {{ clipboard }} {{ value_1 }} {{ user_name }}',
        },
        variables: [
          { key: 'current_date', type: 'date' },
          {
            key: 'fibre_type',
            label: { default: 'Fibre type' },
            type: 'choice',
            choices: ['cotton: raw', 'linen'],
            default: 'linen',
            required: true,
          },
          { key: 'value_1', label: { default: '布料' }, type: 'long_text' },
          { key: 'count', type: 'number' },
          { key: 'clipboard', type: 'long_text' },
          { key: 'user_name', type: 'text' },
        ],
      },
      { name: { default: 'Untyped' }, tags: ['lab'], variables: [] },
    ])
  })

  test('reads the prompt groups of LibreChat', async () => {
    const { owner, ownerId } = await arrange()
    const group = {
      _id: '66',
      name: 'Compare',
      oneliner: 'Two yarns',
      category: 'lab',
      productionPrompt: { prompt: 'Compare {{yarn}} with {{other yarn}} by {{by:strength|price | year}} on {{current_date}}' },
    }
    expect((await sendJson(owner, { promptGroups: [group], pageNumber: '1' })).json()).toEqual({ created: 1 })
    expect(await findOwn(ownerId)).toMatchObject([
      {
        description: { default: 'Two yarns' },
        tags: ['lab'],
        text: { default: 'Compare {{ yarn }} with {{ other_yarn }} by {{ by }} on {{ current_date }}' },
        variables: [
          { key: 'yarn', type: 'text' },
          { key: 'other_yarn', type: 'text' },
          { key: 'by', type: 'choice', choices: ['strength', 'price', 'year'] },
          { key: 'current_date', type: 'date' },
        ],
      },
    ])
  })

  test('reads a table of another program in its encoding', async () => {
    const { owner, ownerId } = await arrange()
    expect((await send(owner, '\ufeffact;prompt\r\nDyer;"Act as a dyer;\r\nask first"\r\n')).json()).toEqual({ created: 1 })
    expect(await findOwn(ownerId)).toMatchObject([{ name: { default: 'Dyer' }, text: { default: 'Act as a dyer;\nask first' } }])
  })

  test('adds none when one of them is wrong, and says which', async () => {
    const { owner, ownerId } = await arrange()
    const prompts = [
      { name: { default: 'right' }, text: { default: 'a' } },
      { name: { default: 'wrong' }, text: { default: '{{ a }}' } },
      { name: 'empty', text: {} },
    ]
    const answer = await sendJson(owner, { format: 'heddle-prompts', version: 1, prompts })
    expect([answer.statusCode, answer.json().detail]).toMatchObject([
      422,
      {
        code: 'PROMPT_FILE_INVALID',
        params: {
          problems: [
            { number: 2, name: 'wrong', path: 'text/default', reason: 'unknown_variable' },
            { number: 3, name: 'empty', path: 'text/default', reason: 'invalid' },
          ],
        },
      },
    ])
    expect(await findOwn(ownerId)).toEqual([])
  })

  test.each([
    ['nothing', ''],
    ['no prompts', '[]'],
    ['a newer export', '{"format":"heddle-prompts","version":2,"prompts":[]}'],
    ['broken JSON', '[{"command":"a"'],
    ['deep JSON', '['.repeat(100_000)],
    ['many names', `[{${'"a":1,'.repeat(310_000)}"a":1}]`],
    ['other JSON', '[{"a":1}]'],
    ['a mixed list', '[{"command":"a","content":"b"},null]'],
    ['a table of something else', 'a,b\n1,2\n'],
    ['open quotes', 'name,text\na,"b'],
    ['bytes', Buffer.from(Array.from({ length: 2_000 }, (_, index) => (index * 37) % 256))],
    ['a prototype', '{"__proto__":[{"command":"a","content":"b"}]}'],
  ])('of %s is PROMPT_FILE_INVALID', async (_, content) => {
    const { owner, ownerId } = await arrange()
    expect((await send(owner, content)).json().detail.code).toBe('PROMPT_FILE_INVALID')
    expect(await findOwn(ownerId)).toEqual([])
  })

  test('of too much is refused', async () => {
    const { owner } = await arrange()
    const one = { command: 'a', content: 'a' }
    const many = await sendJson(
      owner,
      Array.from({ length: limits.promptsPerOwner + 1 }, () => one),
    )
    expect(many.json().detail.code).toBe('PROMPT_TOO_MANY')
    expect((await send(owner, 'a'.repeat(limits.promptImportBytes + 1))).json().detail.code).toBe('FILE_TOO_LARGE')
  })

  test('into a group is for its managers, and is in the audit log', async () => {
    const { owner, member, groupId, tenantId } = await arrange()
    const query = `scope=group&group_id=${groupId}`
    const file = [{ command: 'a', content: 'b' }]
    expect((await sendJson(member, file, query)).json().detail.code).toBe('FORBIDDEN')
    expect((await sendJson(owner, file, query)).json()).toEqual({ created: 1 })
    expect(
      await api.db.auditEvent.findMany({ where: { tenantId, action: 'importPrompts' }, select: { outcome: true, after: true } }),
    ).toEqual([{ outcome: 'succeeded', after: { prompts: 1, group_id: groupId } }])
  })
})
