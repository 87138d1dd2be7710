// Web pages as sources: fetched by the job of the worker from a real server, which only the tenant's list of hosts opens.
import type { Source } from '@heddle/contracts/collection/source'
import { limits } from '@heddle/contracts/limits'
import { createAllowedHost } from '@heddle/db/factories/allowed-host'
import { createCollection, createSource } from '@heddle/db/factories/knowledge'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { ingestQueue, syncQueue } from '@heddle/db/job-queues'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createModules } from '../../../modules.ts'
import { forbiddenHosts } from '../../../../../test/confinement/forbidden-hosts.ts'
import { until } from '../../../../../test/until.ts'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../../../test/application/test-app.ts'

type Respond = (request: IncomingMessage, response: ServerResponse) => void

let api: TestApp
let server: Server
let port: number
let respond: Respond
let seen: { url: string | undefined; headers: IncomingMessage['headers'] }[]
beforeAll(async () => {
  api = await createTestApp()
  server = createServer((request, response) => {
    seen.push({ url: request.url, headers: request.headers })
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
})
afterAll(async () => {
  await api.close()
  await new Promise((resolve) => server.close(resolve))
})

let tenantId: string
let collectionId: string
let caller: Caller
let address: string
beforeEach(async () => {
  seen = []
  ;({ id: tenantId } = await createTenant(api.db))
  ;({ id: collectionId } = await createCollection(api.db, { tenantId }))
  await createAllowedHost(api.db, { tenantId, host: `127.0.0.1:${port}`, allowsPrivate: true })
  caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
  address = `/api/v1/knowledge/collection/${collectionId}/source`
})

const html = (body: string): Respond => say(`<h1>${body}</h1>`, { 'content-type': 'text/html; charset=utf-8' })
const say =
  (body: string, headers: Record<string, string> = {}, status = 200): Respond =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)

const at = (path: string) => `http://127.0.0.1:${port}${path}`
const add = (source: object) => caller.post(address, { source: { kind: 'url', url: at('/fibres'), ...source } })
const get = async (id: string) => (await caller.get(`${address}/${id}`)).json<{ source: Source }>().source
const findRow = (id: string) => api.db.source.findUniqueOrThrow({ where: { id }, include: { versions: { orderBy: { id: 'asc' } } } })

const jobsOf = () => createModules(api.dependencies).jobs

/** Runs the job that the source names, as the worker does. */
async function runSync(id: string, isLastAttempt = false) {
  const { jobId } = await findRow(id)
  const job = jobsOf().find((each) => 'queue' in each && each.queue === syncQueue)
  if (!job || !('queue' in job)) throw new Error('No job visits pages')
  const { signal } = new AbortController()
  await job.run({
    id: unknownId(),
    data: { sourceId: id, jobId },
    isLastAttempt,
    signal,
    delayRetry: () => {},
    renewAttempts: async () => {},
  })
  return get(id)
}

async function enqueueDue() {
  const job = jobsOf().find((each) => 'name' in each && each.name === 'visit due web pages')
  await (job as { run: () => Promise<unknown> }).run()
}

/** What the worker makes of a content that was ingested. */
async function pretendIndexed(id: string) {
  const { versions } = await findRow(id)
  await api.db.source.update({ where: { id }, data: { state: 'indexed', jobId: null, activeVersionId: versions.at(-1)?.id ?? null } })
}

const listJobs = async (queue: string, sourceId: string) =>
  (
    await api.dependencies.pool.query<{ id: string }>(`SELECT id FROM pgboss.job WHERE name = $1 AND data->>'sourceId' = $2 ORDER BY id`, [
      queue,
      sourceId,
    ])
  ).rows.map(({ id }) => id)

/** A page that was fetched and indexed, as the administrator has it. */
async function addIndexed(source: object = {}) {
  const { id } = (await add(source)).json<{ source: Source }>().source
  await runSync(id)
  await pretendIndexed(id)
  return id
}

describe('a web page', () => {
  test('is queued with a job that fetches it, and then one that ingests it', async () => {
    respond = say('<h1>Cotton</h1>', {
      'content-type': 'text/html; charset=utf-8',
      etag: '"a"',
      'last-modified': 'Sun, 01 Nov 2026 00:00:00 GMT',
    })
    const response = await add({ recurrence: 86_400, tags: ['fibre'] })
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      {
        source: {
          kind: 'url',
          title: `127.0.0.1:${port}/fibres`,
          url: at('/fibres'),
          recurrence: 86_400,
          state: 'queued',
          checked_at: null,
        },
      },
    ])
    const { id } = response.json<{ source: Source }>().source
    expect(await listJobs(syncQueue, id)).toEqual([(await findRow(id)).jobId])
    const before = Date.now()
    const fetched = await runSync(id)
    expect(fetched).toMatchObject({ state: 'queued', media_type: 'text/html', size: 15, failure: null, sync_failures: 0 })
    const days = (Date.parse(fetched.due_at ?? '') - before) / 86_400_000
    expect(days).toBeGreaterThan(0.89)
    expect(days).toBeLessThan(1.11)
    const row = await findRow(id)
    expect(row).toMatchObject({ etag: '"a"', lastModified: 'Sun, 01 Nov 2026 00:00:00 GMT', versions: [{ name: 'fibres.html' }] })
    expect(await listJobs(ingestQueue, id)).toEqual([row.jobId])
    expect((await caller.get(`${address}/${id}/content`)).body).toBe('<h1>Cotton</h1>')
    expect(await api.db.fileRemoval.count({ where: { storageKey: { startsWith: tenantId } } })).toBe(0)
  })

  test('that is unchanged by its ETag, or by its bytes, is not ingested again', async () => {
    respond = (request, response) =>
      request.headers['if-none-match'] === '"a"'
        ? response.writeHead(304).end()
        : response.writeHead(200, { 'content-type': 'text/plain', etag: '"a"' }).end('Cotton')
    const id = await addIndexed()
    for (const next of [respond, say('Cotton', { 'content-type': 'text/plain' })]) {
      respond = next
      expect((await caller.post(`${address}/${id}/sync`)).json()).toMatchObject({ source: { state: 'indexed' } })
      expect(await runSync(id)).toMatchObject({ state: 'indexed', is_searchable: true })
      expect(await findRow(id)).toMatchObject({ jobId: null, versions: [{ bytesHash: expect.any(String) }] })
    }
    expect(await listJobs(ingestQueue, id)).toHaveLength(1)
  })

  test.each([
    ['its own title', '<head><title> Cotton &amp;\n wool </title></head><body><svg><title>x</title></svg>', {}, 'Cotton & wool'],
    ['the title that it was given', '<title>Cotton</title>', { title: 'Fibres' }, 'Fibres'],
    ['its address when it has no title', '<body><svg><title>x</title></svg>', {}, '127.0.0.1'],
    ['its address when its encoding is not told', Buffer.from('<title>\xb4\xd6</title>', 'latin1'), {}, '127.0.0.1'],
  ])('has %s', async (_name, body, given, title) => {
    respond = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(body)
    const { id } = (await add(given)).json<{ source: Source }>().source
    expect((await runSync(id)).title).toMatch(new RegExp(`^${title}`))
  })

  test('that has changed is ingested beside the content that is searched', async () => {
    respond = html('Cotton')
    const id = await addIndexed()
    respond = html('Cotton shrinks')
    await caller.post(`${address}/${id}/sync`)
    expect(await runSync(id)).toMatchObject({ state: 'queued', is_searchable: true })
    const { versions, jobId } = await findRow(id)
    expect(versions).toHaveLength(2)
    expect(await listJobs(ingestQueue, id)).toContain(jobId)
  })

  test('keeps its searched content and the last three', async () => {
    respond = html('0')
    const id = await addIndexed()
    for (const body of ['1', '2', '3', '4']) {
      respond = html(body)
      await caller.post(`${address}/${id}/sync`)
      await runSync(id)
      // Its new content could not be ingested.
      await api.db.source.update({ where: { id }, data: { state: 'failed' } })
    }
    const { versions, activeVersionId } = await findRow(id)
    expect(versions).toHaveLength(4)
    expect(versions[0]?.id).toBe(activeVersionId)
  })

  test.each([
    ['is not there', say('no', {}, 404), 'SOURCE_UNREACHABLE', { status: 404 }],
    ['is a picture', say('x', { 'content-type': 'image/png' }), 'FILE_TYPE_NOT_ACCEPTED', undefined],
    ['is empty', say('', { 'content-type': 'text/html' }), 'FILE_EMPTY', undefined],
    ['redirects to a metadata service', say('', { location: 'http://169.254.169.254/' }, 302), 'SOURCE_BLOCKED_ADDRESS', undefined],
  ])('that %s fails with a reason', async (_name, next, code, params) => {
    respond = next
    const { id } = (await add({})).json<{ source: Source }>().source
    expect(await runSync(id)).toMatchObject({ state: 'failed', failure: { code, message: expect.any(String), ...(params && { params }) } })
    expect(await api.db.sourceVersion.count({ where: { sourceId: id } })).toBe(0)
    expect(await listJobs(ingestQueue, id)).toEqual([])
  })

  test('whose content could not be kept is tried again, and fails after the last attempt', async () => {
    respond = html('Cotton')
    const { id } = (await add({})).json<{ source: Source }>().source
    await api.asOwner(`
      CREATE FUNCTION refuse_content() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the disk of the test'; END $$;
      CREATE TRIGGER refuse_content BEFORE INSERT ON source_version FOR EACH ROW EXECUTE FUNCTION refuse_content()`)
    try {
      await expect(runSync(id)).rejects.toThrow('the disk of the test')
      expect(await get(id)).toMatchObject({ state: 'queued' })
      await expect(runSync(id, true)).rejects.toThrow('the disk of the test')
    } finally {
      await api.asOwner('DROP TRIGGER refuse_content ON source_version')
    }
    expect(await get(id)).toMatchObject({ state: 'failed', failure: { code: 'SOURCE_FAILED' } })
  })

  test('that fails later is searched as before, and visited less often', async () => {
    respond = html('Cotton')
    const id = await addIndexed({ recurrence: 3_600 })
    respond = say('no', {}, 503)
    for (const failures of [1, 2, 3]) {
      await api.db.source.update({ where: { id }, data: { jobId: unknownId() } })
      const failed = await runSync(id)
      expect(failed).toMatchObject({
        state: 'indexed',
        is_searchable: true,
        sync_failures: failures,
        failure: { code: 'SOURCE_UNREACHABLE' },
      })
      const hours = (Date.parse(failed.due_at ?? '') - Date.parse(failed.checked_at ?? '')) / 3_600_000
      expect(hours / 2 ** failures).toBeGreaterThan(0.89)
      expect(hours / 2 ** failures).toBeLessThan(1.11)
    }
    respond = html('Cotton')
    await api.db.source.update({ where: { id }, data: { jobId: unknownId() } })
    expect(await runSync(id)).toMatchObject({ sync_failures: 0, failure: null })
  })

  test('whose retry fails too has failed, and is searched as before', async () => {
    respond = html('Cotton')
    const id = await addIndexed()
    await api.db.source.update({ where: { id }, data: { state: 'failed' } })
    await caller.post(`${address}/action`, { source_ids: [id], action: { action: 'retry' } })
    respond = say('no', {}, 503)
    expect(await runSync(id)).toMatchObject({ state: 'failed', is_searchable: true, failure: { code: 'SOURCE_UNREACHABLE' } })
  })

  test('is left alone by a job that it no longer names', async () => {
    const { id } = (await add({})).json<{ source: Source }>().source
    respond = (_request, response) => {
      void caller.post(`${address}/action`, { source_ids: [id], action: { action: 'cancel' } }).then(() => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>late')
      })
    }
    expect(await runSync(id)).toMatchObject({ state: 'cancelled', checked_at: null })
    expect(await api.db.sourceVersion.count({ where: { sourceId: id } })).toBe(0)
  })

  test('is refused twice in a collection, unless that is wanted', async () => {
    const { id } = (await add({})).json<{ source: Source }>().source
    const again = await add({})
    expect(again.json()).toMatchObject({ detail: { code: 'SOURCE_DUPLICATE', params: { id } } })
    const source = { kind: 'url', url: at('/fibres') }
    expect((await caller.post(address, { source, allow_duplicate: true })).statusCode).toBe(200)
  })
})

describe('an address that must not be fetched', () => {
  test.each(forbiddenHosts)('http://%s/ is refused, and nothing is sent', async (host) => {
    const response = await caller.post(address, { source: { kind: 'url', url: `http://${host}:${port + 1}/` } })
    expect([response.statusCode, response.json().detail.code]).toEqual([
      400,
      expect.stringMatching(/^(SOURCE_BLOCKED_ADDRESS|BAD_REQUEST)$/),
    ])
    expect(await api.db.source.count({ where: { collectionId } })).toBe(0)
  })

  test.each(['ftp://looms.example.org/', 'file:///etc/passwd', 'javascript:alert(1)', 'http://user:secret@looms.example.org/'])(
    '%s is refused',
    async (url) => {
      expect((await caller.post(address, { source: { kind: 'url', url } })).statusCode).toBe(400)
    },
  )

  test('by its name fails when it is looked up, and nothing is sent', async () => {
    respond = html('canary')
    const { id } = (await add({ url: `http://localhost:${port}/` })).json<{ source: Source }>().source
    expect(await runSync(id)).toMatchObject({ state: 'failed', failure: { code: 'SOURCE_BLOCKED_ADDRESS' } })
    expect(seen).toEqual([])
  })

  test('is one whose host the tenant no longer allows', async () => {
    const { id } = (await add({})).json<{ source: Source }>().source
    await api.db.allowedHost.deleteMany({ where: { tenantId } })
    expect(await runSync(id)).toMatchObject({ failure: { code: 'SOURCE_BLOCKED_ADDRESS' } })
    expect(seen).toEqual([])
  })
})

describe('a sitemap', () => {
  const sitemapOf = (...urls: string[]) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc> ${url} </loc></url>`).join('')}</urlset>`
  const xml = { 'content-type': 'application/xml' }
  const listPages = async () =>
    (await api.db.source.findMany({ where: { collectionId, url: { not: at('/sitemap.xml') } }, orderBy: { url: 'asc' } })).map(
      ({ url, state, recurrenceSeconds, tags }) => ({ url, state, recurrenceSeconds, tags }),
    )

  test('adds the pages of its origin that the collection does not have, and the new ones at the next visit', async () => {
    respond = say(sitemapOf(at('/a'), at('/b?x=1&amp;y=2'), at('/a'), 'http://looms.example.org/', 'file:///etc/passwd', 'no address'), xml)
    const { id } = (await add({ url: at('/sitemap.xml'), recurrence: 3_600, tags: ['site'] })).json<{ source: Source }>().source
    expect(await runSync(id)).toMatchObject({ state: 'indexed', is_searchable: false, progress: { pages: { done: 2, total: 2 } } })
    const page = { state: 'queued', recurrenceSeconds: 3_600, tags: ['site'] }
    expect(await listPages()).toEqual([
      { url: at('/a'), ...page },
      { url: at('/b?x=1&y=2'), ...page },
    ])
    respond = say(sitemapOf(at('/a'), at('/c')), xml)
    await caller.post(`${address}/${id}/sync`)
    await runSync(id)
    expect((await listPages()).map(({ url }) => url)).toEqual([at('/a'), at('/b?x=1&y=2'), at('/c')])
    await enqueueDue()
    const { id: added } = await api.db.source.findFirstOrThrow({ where: { url: at('/c') } })
    expect(await listJobs(syncQueue, added)).toHaveLength(1)
  })

  test('may be an index of others', async () => {
    respond = ({ url }, response) => {
      const index = `<sitemapindex><sitemap><loc>${at('/one.xml')}</loc></sitemap><sitemap><loc>http://looms.example.org/x.xml</loc></sitemap></sitemapindex>`
      response.writeHead(200, xml).end(url === '/one.xml' ? sitemapOf(at('/a')) : index)
    }
    const { id } = (await add({ url: at('/sitemap.xml') })).json<{ source: Source }>().source
    await runSync(id)
    expect(await listPages()).toMatchObject([{ url: at('/a') }])
    expect(seen.map(({ url }) => url)).toEqual(['/sitemap.xml', '/one.xml'])
  })

  test('adds no more than its share of pages, however many a part of its index has', async () => {
    const part = `<urlset>${Array.from({ length: 150_000 }, (_, page) => `<url><loc>${at(`/${page}`)}</loc></url>`).join('')}</urlset>`
    respond = ({ url }, response) =>
      response
        .writeHead(200, xml)
        .end(url === '/one.xml' ? part : `<sitemapindex><sitemap><loc>${at('/one.xml')}</loc></sitemap></sitemapindex>`)
    const { id } = (await add({ url: at('/sitemap.xml') })).json<{ source: Source }>().source
    expect(await runSync(id)).toMatchObject({ state: 'indexed', progress: { pages: { total: limits.sitemapPages } } })
    // Else they are due before the pages of the other tests.
    expect(await api.db.source.deleteMany({ where: { collectionId } })).toEqual({ count: 1 + limits.sitemapPages })
  })

  test('adds a page once that another adds at the same moment', async () => {
    respond = say(sitemapOf(at('/a')), xml)
    const sitemaps = await Promise.all(
      [at('/one.xml'), at('/two.xml')].map(async (url) => (await add({ url })).json<{ source: Source }>().source.id),
    )
    const client = await api.dependencies.pool.connect()
    await client.query('BEGIN')
    await client.query('SELECT FROM collection WHERE id = $1 FOR UPDATE', [collectionId])
    const visits = sitemaps.map((id) => runSync(id))
    await until('both visits to wait for the collection', async () => {
      // Not by the client: a transaction sees the sessions that there were when it first looked.
      const { rows } = await api.dependencies.pool.query(
        'SELECT DISTINCT pid FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()',
      )
      return rows.length >= 2
    })
    await client.query('COMMIT')
    client.release()
    await Promise.all(visits)
    expect(await api.db.source.count({ where: { collectionId, url: at('/a') } })).toBe(1)
  })

  test('of something else is a file that is not accepted', async () => {
    respond = say('<rss><channel/></rss>', xml)
    const { id } = (await add({})).json<{ source: Source }>().source
    expect(await runSync(id)).toMatchObject({ failure: { code: 'FILE_TYPE_NOT_ACCEPTED' } })
  })
})

describe('the pages that are due', () => {
  test('get one job each, unless they are on their way, or their collection is paused', async () => {
    const past = new Date(Date.now() - 1_000)
    const due = { collectionId, kind: 'url', url: at('/'), dueAt: past } as const
    const paused = await createCollection(api.db, { tenantId, isPaused: true })
    const [indexed, failed, parsing, cancelled, later, waiting] = [
      await createSource(api.db, { ...due, state: 'indexed', recurrenceSeconds: 60 }),
      await createSource(api.db, { ...due, state: 'failed' }),
      await createSource(api.db, { ...due, state: 'parsing', jobId: unknownId() }),
      await createSource(api.db, { ...due, state: 'cancelled' }),
      await createSource(api.db, { ...due, state: 'indexed', dueAt: new Date(Date.now() + 60_000) }),
      await createSource(api.db, { ...due, state: 'indexed', collectionId: paused.id }),
    ]
    await Promise.all([enqueueDue(), enqueueDue()])
    for (const { id } of [indexed, failed]) {
      const row = await findRow(id)
      expect(await listJobs(syncQueue, id)).toEqual([row.jobId])
      expect(row.dueAt?.getTime()).toBeGreaterThan(Date.now())
    }
    for (const { id } of [parsing, cancelled, later, waiting]) expect(await listJobs(syncQueue, id)).toEqual([])
  })
})

describe('fetching now', () => {
  test('queues a page that has failed, and leaves one alone that is on its way', async () => {
    const page = { collectionId, kind: 'url', url: at('/') } as const
    const failed = await createSource(api.db, { ...page, state: 'failed' })
    const running = await createSource(api.db, { ...page, state: 'embedding', jobId: unknownId() })
    expect((await caller.post(`${address}/${failed.id}/sync`)).json()).toMatchObject({ source: { state: 'queued' } })
    expect(await listJobs(syncQueue, failed.id)).toHaveLength(1)
    expect((await caller.post(`${address}/${running.id}/sync`)).json()).toMatchObject({ source: { state: 'embedding' } })
    expect(await findRow(running.id)).toMatchObject({ jobId: running.jobId })
  })

  test('of an indexed page of a paused collection waits until the collection is continued', async () => {
    const { id } = await createSource(api.db, { collectionId, kind: 'url', url: at('/'), state: 'indexed' })
    await api.db.collection.update({ where: { id: collectionId }, data: { isPaused: true } })
    expect((await caller.post(`${address}/${id}/sync`)).statusCode).toBe(200)
    await enqueueDue()
    expect(await listJobs(syncQueue, id)).toEqual([])
    await api.db.collection.update({ where: { id: collectionId }, data: { isPaused: false } })
    await enqueueDue()
    expect(await listJobs(syncQueue, id)).toEqual([(await findRow(id)).jobId])
  })

  test('and a recurrence are refused for what is no page', async () => {
    const { id } = await createSource(api.db, { collectionId })
    expect((await caller.post(`${address}/${id}/sync`)).statusCode).toBe(400)
    expect((await caller.put(`${address}/${id}`, { revision: 0, source: { recurrence: 3_600 } })).statusCode).toBe(400)
  })
})
