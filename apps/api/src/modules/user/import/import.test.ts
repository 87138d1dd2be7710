import { limits } from '@heddle/contracts/limits'
import { ImportEvent } from '@heddle/contracts/user/user-import'
import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { until } from '../../../../test/until.ts'
import { checkImport } from './import-check.ts'

let api: TestApp
let origin: string
beforeAll(async () => {
  api = await createTestApp()
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => api.close())

async function createAdmin() {
  const { id: tenantId } = await createTenant(api.db, { defaultLanguage: 'vi' })
  return { tenantId, admin: await api.as(await createUser(api.db, { tenantId, role: 'A', email: `admin-${tenantId}@heddle.test` })) }
}

const eventsIn = (body: string) => [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => ImportEvent.parse(JSON.parse(data ?? '')))

async function importCsv(caller: Caller, csv: string, more = {}) {
  const answer = await caller.post('/api/v1/user/import', { csv, ...more })
  expect(answer.statusCode).toBe(200)
  return eventsIn(answer.body)
}

/** What the file's problems are, and nothing else: nothing is written then. */
async function collectProblems(caller: Caller, csv: string) {
  const events = await importCsv(caller, csv)
  expect(events.map(({ type }) => type)).toEqual(['checked'])
  return events.flatMap((event) => (event.type === 'checked' ? event.problems : []))
}

const collectDone = (events: ImportEvent[]) => events.flatMap((event) => (event.type === 'done' ? event.users : []))
const countUsers = (tenantId: string) => api.db.user.count({ where: { tenantId } })
const listEmails = async (tenantId: string) =>
  (await api.db.user.findMany({ where: { tenantId, role: 'U' }, orderBy: { email: 'asc' } })).map(({ email }) => email)

const manyRows = (count: number, domain: string) =>
  ['name,email', ...Array.from({ length: count }, (_, n) => `Person ${n},person${n}@${domain}`)].join('\n')

describe('importing users', () => {
  test('creates them with passwords of their own, in their groups, and tells the audit log once', async () => {
    const { tenantId, admin } = await createAdmin()
    const [weavers, spinners] = [
      await createGroup(api.db, { tenantId, name: { default: '織工', en: 'Weavers' } }),
      await createGroup(api.db, { tenantId }),
    ]
    const domain = `${tenantId}.test`
    const events = await importCsv(
      admin,
      `Name,EMAIL,account,language,groups\n"Arachne, of Lydia",arachne@${domain},a${tenantId},ja,ＷＥＡＶＥＲＳ;${spinners.id}\n,plain@${domain},,,織工\n`,
    )
    // How often the progress is told depends on how busy the machine is.
    expect([...new Set(events.map(({ type }) => type))]).toEqual(['checked', 'progress', 'done'])
    expect(events.at(-2)).toEqual({ type: 'progress', done: 2, total: 2 })
    const users = collectDone(events)
    expect(users).toMatchObject([
      { line: 2, email: `arachne@${domain}`, account: `a${tenantId}` },
      { line: 3, email: `plain@${domain}`, account: null },
    ])
    const rows = await api.db.user.findMany({ where: { tenantId, role: 'U' }, include: { memberships: true }, orderBy: { email: 'asc' } })
    expect(rows).toMatchObject([
      { name: { default: 'Arachne, of Lydia' }, language: 'ja', mustChangePassword: true, status: 'active' },
      { name: { default: '' }, language: 'vi', memberships: [{ groupId: weavers.id, role: 'U' }] },
    ])
    expect(rows[0]?.memberships.map(({ groupId }) => groupId).toSorted()).toEqual([weavers.id, spinners.id].toSorted())
    const login = await api.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { email: users[0]?.email, password: users[0]?.password },
    })
    expect(login.statusCode).toBe(200)
    const audit = await api.db.auditEvent.findMany({ where: { tenantId, action: 'importUsers' } })
    expect(audit).toMatchObject([{ outcome: 'succeeded', actorId: admin.user.id, after: { users: 2, groups: 0 } }])
  })

  test.for([
    ['a BOM and CRLF', (row: string[]) => `\ufeffemail,name\r\n${row.join(',')}\r\n`],
    ['semicolons', (row: string[]) => `email;name\n${row.join(';')}`],
    ['tabs', (row: string[]) => `email\tname\n${row.join('\t')}\n\n`],
    ['quotes', (row: string[]) => `"email","name"\r\n${row.map((cell) => `"${cell}"`).join(',')}\r\n,\r\n`],
  ] as const)('reads a file with %s', async ([, write]) => {
    const { tenantId, admin } = await createAdmin()
    const email = `one@${tenantId}.test`
    expect(collectDone(await importCsv(admin, write([email, 'One'])))).toMatchObject([{ email }])
    expect(await api.db.user.findFirst({ where: { email } })).toMatchObject({ name: { default: 'One' } })
  })

  test('only checks when only that is asked for', async () => {
    const { tenantId, admin } = await createAdmin()
    const events = await importCsv(admin, manyRows(3, `${tenantId}.test`), { dry_run: true })
    expect(events).toEqual([{ type: 'checked', rows: 3, problems: [], problem_count: 0, new_groups: [] }])
    expect(await countUsers(tenantId)).toBe(1)
  })

  test('tells every problem with its line, and writes no user', async () => {
    const { tenantId, admin } = await createAdmin()
    const names = { default: 'Twins' }
    await createGroup(api.db, { tenantId, name: names })
    await createGroup(api.db, { tenantId, name: names })
    const taken = await createUser(api.db, { account: `taken${tenantId}` })
    const foreign = await createGroup(api.db)
    const problems = await collectProblems(
      admin,
      [
        'email,name,account,language,groups',
        ',No Email,,,',
        'not an email,,,,',
        `${'a'.repeat(250)}@heddle.test,,,,`,
        `${taken.email.toUpperCase()},,,,`,
        `ok@${tenantId}.test,,${taken.account ?? ''},,`,
        `OK@${tenantId}.test,,a b,,`,
        `"two`,
        `lines@${tenantId}.test",,,tlh,`,
        `a@${tenantId}.test,${'n'.repeat(201)},,,Unknown`,
        `b@${tenantId}.test,,,,Twins;${foreign.id}`,
        `c@${tenantId}.test,too few`,
      ].join('\n'),
    )
    expect(problems.map(({ line, column, problem }) => [line, column, problem])).toEqual([
      [2, 'email', 'required'],
      [3, 'email', 'invalid'],
      [4, 'email', 'too_long'],
      [5, 'email', 'exists'],
      [6, 'account', 'exists'],
      [7, 'account', 'invalid'],
      [7, 'email', 'repeated'],
      [8, 'email', 'invalid'],
      [8, 'language', 'invalid'],
      [10, 'name', 'too_long'],
      [10, 'groups', 'unknown_group'],
      [11, 'groups', 'ambiguous_group'],
      [11, 'groups', 'unknown_group'],
      [12, null, 'wrong_column_count'],
    ])
    expect(problems[2]?.value).toHaveLength(100)
    expect(await countUsers(tenantId)).toBe(1)
  })

  test.for<[string, string, object[]]>([
    ['no email column', 'name\nA', [{ line: 1, column: 'email', problem: 'missing_column' }]],
    ['a column twice', 'email,Email\na@b,c@d', [{ line: 1, column: 'email', problem: 'repeated_column' }]],
    ['an unknown column', 'email,shoe size\na@b,44', [{ line: 1, column: null, problem: 'unknown_column', value: 'shoe size' }]],
    ['a quote that never ends', 'email\n"a@b', [{ line: 2, column: null, problem: 'malformed' }]],
    ['a header and nothing else', 'email\n', [{ line: 1, column: null, problem: 'empty' }]],
  ])('says what is wrong with %s', async ([, csv, expected]) => {
    const { admin } = await createAdmin()
    expect(await collectProblems(admin, csv)).toMatchObject(expected)
  })

  describe('that names groups which are not there', () => {
    const writeCsv = (tenantId: string) =>
      `email,groups\na@${tenantId}.test,Dyers ;Weavers\nb@${tenantId}.test,ＤＹＥＲＳ;染整組\nc@${tenantId}.test,Weavers`
    const listGroups = async (tenantId: string) => {
      const groups = await api.db.group.findMany({ where: { tenantId }, include: { _count: { select: { memberships: true } } } })
      return new Map(groups.map(({ name, _count: { memberships } }) => [(name as { default: string }).default, memberships]))
    }

    test('refuses them unless it is to create them', async () => {
      const { tenantId, admin } = await createAdmin()
      const problems = await collectProblems(admin, writeCsv(tenantId))
      expect(problems.every(({ problem }) => problem === 'unknown_group')).toBe(true)
      expect(await listGroups(tenantId)).toEqual(new Map())
    })

    test('previews them, each once, and creates them with its users', async () => {
      const { tenantId, admin } = await createAdmin()
      await createGroup(api.db, { tenantId, name: { default: 'Weavers' } })
      const csv = writeCsv(tenantId)
      const preview = await importCsv(admin, csv, { dry_run: true, create_groups: true })
      expect(preview).toEqual([{ type: 'checked', rows: 3, problems: [], problem_count: 0, new_groups: ['Dyers', '染整組'] }])
      expect(await listGroups(tenantId)).toEqual(new Map([['Weavers', 0]]))
      expect(collectDone(await importCsv(admin, csv, { create_groups: true }))).toHaveLength(3)
      expect(await listGroups(tenantId)).toEqual(
        new Map([
          ['Weavers', 2],
          ['Dyers', 2],
          ['染整組', 1],
        ]),
      )
      const audit = await api.db.auditEvent.findMany({ where: { tenantId, actorId: admin.user.id, outcome: 'succeeded' } })
      expect(audit.map(({ action }) => action).toSorted()).toEqual(['createGroup', 'createGroup', 'importUsers'])
    })

    test('creates none of them when one user cannot be created', async () => {
      const { tenantId, admin } = await createAdmin()
      const taken = await createUser(api.db)
      const events = await importCsv(admin, `${writeCsv(tenantId)}\n${taken.email},Dyers`, { create_groups: true })
      expect(events).toMatchObject([{ type: 'checked', problem_count: 1 }])
      expect(await listGroups(tenantId)).toEqual(new Map())
    })

    test('makes no group of an id, of a name that is too long, or of too many', async () => {
      const { tenantId, admin } = await createAdmin()
      const foreign = await createGroup(api.db)
      const teams = Array.from({ length: 600 }, (_, n) => `Team ${n}`)
      const many = [0, 1, 2, 3, 4, 5].map((row) => teams.slice(row * 100, (row + 1) * 100).join(';'))
      const csv = [
        'email,groups',
        `a@${tenantId}.test,${foreign.id};${'n'.repeat(201)}`,
        ...many.map((groups, n) => `b${n}@${tenantId}.test,${groups}`),
      ]
      const [checked] = await importCsv(admin, csv.join('\n'), { create_groups: true })
      const problems = checked?.type === 'checked' ? checked.problems.map(({ problem }) => problem) : []
      expect(problems.slice(0, 2)).toEqual(['unknown_group', 'unknown_group'])
      expect(problems.slice(2)).toEqual(Array(100).fill('too_many_groups'))
    })

    test('makes each of them once, when two files that name it are imported at the same time', async () => {
      const { tenantId, admin } = await createAdmin()
      const files = ['x', 'y'].map((name) => `email,groups\n${name}@${tenantId}.test,Dyers`)
      await Promise.all(files.map((csv) => importCsv(admin, csv, { create_groups: true })))
      expect(await listGroups(tenantId)).toEqual(new Map([['Dyers', 2]]))
    })
  })

  test('tells five hundred problems and counts all of them', async () => {
    const { admin } = await createAdmin()
    const [event] = await importCsv(admin, `email\n${'invalid\n'.repeat(700)}`)
    expect(event).toMatchObject({ type: 'checked', rows: 700, problem_count: 700 })
    expect(event?.type === 'checked' && event.problems).toHaveLength(500)
  })

  test('takes a file larger than other bodies, and stops at the most rows', async () => {
    const { admin, tenantId } = await createAdmin()
    const csv = manyRows(limits.importRows + 1, `${tenantId}.test`)
    expect(csv.length).toBeGreaterThan(2 * limits.bodyBytes)
    expect(await collectProblems(admin, csv)).toEqual([{ line: limits.importRows + 2, column: null, problem: 'too_many_rows' }])
  })

  const bytes = 2_000_000
  test.for<[string, string]>([
    ['a header of too many columns', 'a,'.repeat(bytes / 2)],
    ['a row of too many columns', `email\n${','.repeat(bytes)}`],
    ['one cell', `email\n"${'x'.repeat(bytes)}"`],
    ['a quote that is never closed', `email\n"${'a@b.test\n'.repeat(bytes / 10)}`],
    ['groups', `email,groups\na@b.test,${'g;'.repeat(bytes / 2)}`],
  ])('lets others have their turn while it reads a file that is nothing but %s', async ([, csv]) => {
    let turns = 0
    let next: NodeJS.Immediate
    const takeTurn = () => {
      turns += 1
      next = setImmediate(takeTurn)
    }
    takeTurn()
    const { problemCount } = await checkImport(csv, { groups: [], createsGroups: true, findTaken: async () => new Set() })
    clearImmediate(next!)
    expect(problemCount).toBeGreaterThan(0)
    expect(problemCount).toBeLessThan(200)
    expect(turns).toBeGreaterThan(bytes / 100_000)
  })

  test('writes five thousand in seconds, with progress', { timeout: 60_000 }, async () => {
    const { tenantId, admin } = await createAdmin()
    const startedAt = performance.now()
    const events = await importCsv(admin, manyRows(5_000, `${tenantId}.test`))
    const elapsed = performance.now() - startedAt
    const users = collectDone(events)
    expect(users).toHaveLength(5_000)
    expect(new Set(users.map(({ password }) => password)).size).toBe(5_000)
    expect(events.filter(({ type }) => type === 'progress').length).toBeGreaterThan(3)
    expect(await countUsers(tenantId)).toBe(5_001)
    expect(elapsed).toBeLessThan(20_000)
  })

  test('is refused to users who may not manage users', async () => {
    const { tenantId } = await createAdmin()
    const user = await api.as(await createUser(api.db, { tenantId }))
    expect((await user.post('/api/v1/user/import', { csv: 'email\na@b' })).statusCode).toBe(403)
  })
})

describe('an import that is cut off', () => {
  /** Starts one, reads until something is written, does `then`, and returns the events of the rest. */
  async function startImport(caller: Caller, csv: string, { signal, ...more }: { signal?: AbortSignal; create_groups?: boolean } = {}) {
    const response = await fetch(`${origin}/api/v1/user/import`, {
      method: 'POST',
      headers: { ...caller.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ csv, ...more }),
      ...(signal && { signal }),
    })
    const reader = (response.body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return {
      async readUntil(pattern: RegExp) {
        while (!pattern.test(text)) {
          const { done, value } = await reader.read()
          if (done) throw new Error(`The import ended before ${pattern.source}: ${text}`)
          text += value
        }
      },
      async readRest() {
        for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value
        return eventsIn(text)
      },
    }
  }

  const openWrites = async () => {
    const [row] = await api.db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
      WHERE c.relname = 'user' AND l.mode = 'RowExclusiveLock' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    return row?.count ?? 0
  }

  test('by its reader writes no user', async () => {
    const { tenantId, admin } = await createAdmin()
    const leaving = new AbortController()
    const running = await startImport(admin, manyRows(10_000, `${tenantId}.test`), { signal: leaving.signal })
    await running.readUntil(/"progress"/)
    await until('a first batch', openWrites)
    leaving.abort()
    await until('the end of the transaction', async () => (await openWrites()) === 0)
    expect(await listEmails(tenantId)).toEqual([])
    expect(await api.db.auditEvent.count({ where: { tenantId, action: 'importUsers', outcome: 'succeeded' } })).toBe(0)
  })

  test('by the loss of the permission writes no user, and no group', async () => {
    const { tenantId, admin } = await createAdmin()
    const rows = Array.from({ length: 4_000 }, (_, n) => `person${n}@${tenantId}.test,Dyers`)
    const running = await startImport(admin, ['email,groups', ...rows].join('\n'), { create_groups: true })
    await running.readUntil(/"progress"/)
    await api.db.user.update({ where: { id: admin.user.id }, data: { role: 'U' } })
    const events = await running.readRest()
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'FORBIDDEN' } })
    expect(await listEmails(tenantId)).toEqual([admin.user.email])
    expect(await api.db.group.count({ where: { tenantId } })).toBe(0)
    const told = () => api.db.auditEvent.findMany({ where: { tenantId, action: 'importUsers' } })
    await until('the end of the call', async () => (await told()).length > 0)
    expect(await told()).toMatchObject([{ outcome: 'failed', errorCode: 'FORBIDDEN' }])
  })

  test('by a user who takes an email meanwhile writes no user', async () => {
    const { tenantId, admin } = await createAdmin()
    const domain = `${tenantId}.test`
    const running = await startImport(admin, manyRows(4_000, domain))
    await running.readUntil(/"progress"/)
    await createUser(api.db, { tenantId, email: `PERSON3999@${domain}` })
    const events = await running.readRest()
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'AUTH_EMAIL_EXISTS' } })
    expect(await listEmails(tenantId)).toEqual([`PERSON3999@${domain}`])
  })
})
