// The doctor as an operator runs it: a program, its lines and its exit code, on set-ups that are broken on purpose.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createModel, createModelEndpoint, getEnvironmentEndpoint } from '@heddle/db/factories/model'
import { createSecondFactor } from '@heddle/db/factories/second-factor'
import { createTenant } from '@heddle/db/factories/tenant'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { deriveKeys } from '@heddle/security/keys'
import { createSecretCipher } from '@heddle/security/secret-cipher'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeCache } from '../../../../../scripts/processes/code-cache.ts'
import { testSecretKey } from '../../../test/application/test-app.ts'
import { startS3Server } from '../../../test/servers/s3-server.ts'
import { until } from '../../../test/until.ts'

const require = createRequire(import.meta.url)
const ocrDataDir = join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int')
const findProgram = (name: string) => new URL(`../${name}`, import.meta.url).pathname

let database: TestDatabase
let demo: DemoModel
let folder: string
let worker: ChildProcess
let healthy: Record<string, string>
beforeAll(async () => {
  ;[database, demo, folder] = await Promise.all([
    createTestDatabase(),
    createDemoModel({ tps: 0 }),
    mkdtemp(join(tmpdir(), 'heddle-doctor-test-')),
  ])
  await getEnvironmentEndpoint(database.db, (await createTenant(database.db)).id)
  healthy = {
    ...codeCache,
    DATABASE_URL: database.url,
    SECRET_KEY: testSecretKey,
    MODEL_BASE_URL: demo.url,
    FILES_DIR: join(folder, 'files'),
    OCR_DATA_DIR: ocrDataDir,
  }
  worker = spawn(process.execPath, [findProgram('worker.ts')], { env: healthy, stdio: ['ignore', 'pipe', 'inherit'] })
  let log = ''
  worker.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  await until('a worker', () => log.includes('Worker has started'))
})
afterAll(async () => {
  worker.kill('SIGKILL')
  await Promise.all([database.close(), demo.close(), rm(folder, { recursive: true })])
})

/** Runs the program on the healthy set-up with `changes`; returns its exit code and its lines that begin with `wrong`. */
function diagnose(changes: Readonly<Record<string, string>> = {}, options: readonly string[] = []) {
  return new Promise<{ code: number; output: string; wrong: string[] }>((resolve) => {
    execFile(process.execPath, [...options, findProgram('doctor.ts')], { env: { ...healthy, ...changes } }, (error, out, err) => {
      const wrong = out.split('\n').filter((line) => line.startsWith('wrong'))
      resolve({ code: error ? Number(error.code) : 0, output: out + err, wrong: wrong.map((line) => line.replaceAll(/\s+/g, ' ')) })
    })
  })
}

/** Expects that these are wrong, in the order of the checks, and nothing else: faults of checks that do not ask for each other share a run. */
async function expectOnly(sentences: readonly RegExp[], changes: Readonly<Record<string, string>>, options: readonly string[] = []) {
  const { code, output, wrong } = await diagnose(changes, options)
  expect({ code, wrong }).toEqual({ code: 1, wrong: sentences.map((sentence) => expect.stringMatching(sentence)) })
  expect(output).not.toContain(new URL(database.url).password || testSecretKey)
}

const changeUrl = (change: (url: URL) => void) => {
  const url = new URL(database.url)
  change(url)
  return url.href
}

/** A model server that answers every request with one status. */
async function serve(status: number): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => void response.writeHead(status).end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

test('the doctor finds nothing wrong with a healthy installation, and notes what it lacks', async () => {
  const { id } = await createModel(database.db, { name: 'Loom', upstreamName: 'loom-7b' })
  const endpoint = await createModelEndpoint(database.db, { name: 'Lab', baseUrl: demo.url })
  const { code, output } = await diagnose({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Nothing is wrong.') })
  for (const check of ['Configuration', 'Database', 'Migrations', 'Clock', 'Worker', 'Models', 'Storage', 'Disk', 'OCR data'])
    expect(output).toMatch(new RegExp(`^ok +${check} `, 'm'))
  expect(output).toMatch(/^(ok|note) +pgvector /m)
  expect(output).toMatch(/^note +Traces +http:\/\/127\.0\.0\.1:1\/v1\/traces does not answer .*: start the collector/m)
  expect(output).toMatch(/^note +Models +Environment \(\S+\) answers, and does not list loom-7b: test these models/m)
  await database.db.model.delete({ where: { id } })
  await database.db.modelEndpoint.delete({ where: { id: endpoint.id } })
})

describe('the doctor names what is wrong, and what to do, with', () => {
  test('a wrong setting', () => expectOnly([/^wrong Configuration PORT is not valid: /], { PORT: 'eighty' }))

  test('a secret that is missing', () => expectOnly([/^wrong Configuration SECRET_KEY is missing: set it/], { SECRET_KEY: '' }))

  test('a database that is down', () =>
    expectOnly([/^wrong Database 127\.0\.0\.1:1 cannot be used \(.*ECONNREFUSED.*\): start PostgreSQL/], {
      DATABASE_URL: 'postgresql://heddle@127.0.0.1:1/heddle',
    }))

  test('a database that does not exist, and a folder without data for OCR', () =>
    expectOnly(
      [
        /^wrong Database \S+ has no database nowhere: create it/,
        /^wrong OCR data \S+ has no traineddata file: put the data of your languages there/,
      ],
      { DATABASE_URL: changeUrl((url) => (url.pathname = '/nowhere')), OCR_DATA_DIR: tmpdir() },
    ))

  test('a login that is refused, and a disk without room', () =>
    expectOnly(
      [
        /^wrong Database \S+ refuses the login: correct user and password/,
        /^wrong Disk 1 MB are free in \S+, of 60 needed, 1 MB are free in \S+, of 1024 needed: make room/,
      ],
      {
        DATABASE_URL: changeUrl((url) => {
          url.username = 'stranger'
          url.password = 'not-the-password'
        }),
      },
      [
        '--import',
        `data:text/javascript,import fs from 'node:fs/promises'; import { syncBuiltinESMExports } from 'node:module'; fs.statfs = async () => ({ bavail: 256, bsize: 4096 }); syncBuiltinESMExports()`,
      ],
    ))

  test('pending migrations, and no worker', async () => {
    const empty = await createEmptyDatabase()
    try {
      const { code, wrong } = await diagnose({ DATABASE_URL: empty.url })
      expect(code).toBe(1)
      expect(wrong).toEqual([
        expect.stringMatching(/^wrong Migrations \d+ are pending, from \d+\w+ on: run `pnpm db:migrate`/),
        expect.stringMatching(/^wrong Worker None is connected: run `docker compose up -d worker`/),
      ])
    } finally {
      await empty.close()
    }
  })

  test('a pending migration on whose schema the release before does not run, and a folder of files that cannot be written', async () => {
    await writeFile(join(folder, 'file'), '')
    const last = `migration_name = (SELECT max(migration_name) FROM _prisma_migrations WHERE migration_name < '20261127')`
    await database.asOwner(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE ${last}`)
    try {
      await expectOnly(
        [
          /^wrong Migrations 1 are pending.*: stop the processes of the release before, which does not run on the new schema/,
          /^wrong Storage The folder \S+ keeps no files \(.*ENOTDIR.*\): make it writable/,
        ],
        { FILES_DIR: join(folder, 'file', 'files') },
      )
    } finally {
      await database.asOwner(`UPDATE _prisma_migrations SET rolled_back_at = NULL WHERE ${last}`)
    }
  })

  test.each([
    ['a migration that did not finish', 'NULL', /^wrong Migrations 2_broken did not finish: run `pnpm db:migrate`/],
    ['a database of a later release', 'now()', /^wrong Migrations The database is of a later release \(2_broken\): run that release/],
  ])('%s, and a bucket that does not exist', async (_name, finishedAt, sentence) => {
    const { settings, close } = await startS3Server(join(folder, finishedAt))
    await database.asOwner(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('broken', '', '2_broken', ${finishedAt})`,
    )
    try {
      await expectOnly([sentence, /^wrong Storage The bucket elsewhere at \S+ keeps no files \(.*\): make the bucket/], {
        S3_ENDPOINT: settings.endpoint,
        S3_BUCKET: 'elsewhere',
        S3_ACCESS_KEY_ID: settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      })
    } finally {
      await close()
      await database.asOwner(`DELETE FROM _prisma_migrations WHERE id = 'broken'`)
    }
  })

  test.each([
    [401, /^wrong Models Environment \(\S+\) refuses the key: correct it in the environment/],
    [404, /^wrong Models Environment \(\S+\) does not list models: correct the address in the environment/],
  ])('a model server that answers %i', async (status, sentence) => {
    const { server, url } = await serve(status)
    await expectOnly([sentence], { MODEL_BASE_URL: url })
    server.close()
  })

  test('a clock that is ahead, a model server that is down, a key of another SECRET_KEY, and an address that ends passkeys', async () => {
    const { keyId, ciphertext } = createSecretCipher(deriveKeys(testSecretKey.toUpperCase()).modelKeys).encrypt('key', [])
    const endpoint = await createModelEndpoint(database.db, { name: 'Lab', baseUrl: demo.url, keyId, keyCiphertext: ciphertext })
    const factor = await createSecondFactor(database.db, { kind: 'passkey', credentialId: 'aaaa', rpId: 'old.example.org' })
    await expectOnly(
      [
        /^wrong Clock This machine is 3\d\.\d s ahead of the database: set both by NTP/,
        /^wrong Models Environment \(http:\/\/127\.0\.0\.1:9\/v1\) does not answer \(.*ECONNREFUSED.*\): start it/,
        /^wrong Models The key of Lab \(\S+\) was encrypted with another SECRET_KEY: enter it again under Settings/,
        /^wrong Passkeys PUBLIC_URL names chat\.example\.org, which ends 1 of 1 passkeys \(old\.example\.org\): correct it/,
      ],
      { MODEL_BASE_URL: 'http://127.0.0.1:9/v1', PUBLIC_URL: 'https://chat.example.org' },
      [
        '--import',
        'data:text/javascript,globalThis.Date = class extends Date { constructor(...given) { super(...(given.length ? given : [Date.now() + 30_000])) } }',
      ],
    )
    await database.db.secondFactor.delete({ where: { id: factor.id } })
    await database.db.modelEndpoint.delete({ where: { id: endpoint.id } })
  })
})
