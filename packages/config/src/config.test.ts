import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig, requireServerConfig, settings } from './config.ts'

const documentation = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
const compose = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8')

describe('the configuration', () => {
  test('has defaults for all that a machine of its own needs', () => {
    expect(loadConfig({})).toMatchObject({ environment: 'development', port: 3000, host: '127.0.0.1', rate: { perSecond: 5, burst: 20 } })
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['NODE_ENV', 'staging'],
    ['DATABASE_URL', 'mysql://db/heddle'],
    ['SECRET_KEY', 'short'],
    ['MODEL_BASE_URL', 'ftp://models'],
    ['MODEL_NAMES', ' , '],
    ['SEED_PASSWORD', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['MAX_FILE_MB', '0'],
    ['S3_ENDPOINT', 'bucket'],
    ['SENTRY_DSN', 'https://errors.example.org'],
  ])('stops at a wrong %s (%s) with one sentence that names it', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^${name} is not valid: [^\\n]*$`))
  })

  test.each(['a'.repeat(40), 'change-me-change-me-change-me-change-me', 'the-default-secret-of-this-product-123'])(
    'refuses the weak secret %s in production',
    (secret) => {
      expect(() => loadConfig({ NODE_ENV: 'production', SECRET_KEY: secret })).toThrow('SECRET_KEY is weak')
      expect(() => loadConfig({ NODE_ENV: 'production' })).toThrow('SECRET_KEY is missing')
    },
  )

  test('of a process that serves names what is missing', () => {
    expect(() => requireServerConfig(loadConfig({}))).toThrow('DATABASE_URL is missing.')
    expect(() => requireServerConfig(loadConfig({ DATABASE_URL: 'postgresql://db/heddle' }))).toThrow('SECRET_KEY is missing.')
  })

  test('keeps files in a folder beside its data, and in a bucket when there is one', () => {
    expect(loadConfig({ DATA_DIR: '/data' }).files).toEqual({ dir: '/data/files', s3: undefined })
    const bucket = { S3_ENDPOINT: 'http://s3.test', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
    expect(loadConfig(bucket).files.s3).toMatchObject({ endpoint: 'http://s3.test', bucket: 'files', region: 'us-east-1' })
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
      expect(() => loadConfig({ ...bucket, [name]: '' })).toThrow(`${name} is missing: S3_ENDPOINT needs it.`)
  })

  test('reports errors only to a service that is named, all of them and with the user, unless told otherwise', () => {
    const dsn = 'https://0123abc@errors.example.org/7'
    expect(loadConfig({ SENTRY_ENVIRONMENT: 'lab' }).errorReporting).toBeUndefined()
    expect(loadConfig({ NODE_ENV: 'test', SENTRY_DSN: dsn }).errorReporting).toEqual({
      dsn,
      environment: 'test',
      tracesSampleRate: 1,
      replaysSessionSampleRate: 1,
      replaysOnErrorSampleRate: 1,
      sendPersonalData: true,
    })
    const chosen = { SENTRY_DSN: dsn, SENTRY_ENVIRONMENT: 'lab', SENTRY_TRACES_SAMPLE_RATE: '0.1', SENTRY_SEND_PERSONAL_DATA: 'false' }
    expect(loadConfig(chosen).errorReporting).toMatchObject({ environment: 'lab', tracesSampleRate: 0.1, sendPersonalData: false })
    for (const [name, value] of [
      ['SENTRY_TRACES_SAMPLE_RATE', '2'],
      ['SENTRY_SEND_PERSONAL_DATA', 'perhaps'],
    ] as const)
      expect(() => loadConfig({ ...chosen, [name]: value })).toThrow(`${name} is not valid`)
  })

  test('is described in docs/configuration.md, setting by setting', () => {
    const rows = [...documentation.matchAll(/^\| `([A-Z][A-Z\d_]+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(([, name, standard, about]) => [
      name,
      standard,
      about,
    ])
    const expected = Object.entries(settings).map(([name, { schema, about }]) => {
      const standard = schema.safeParse(undefined)
      return [
        name,
        standard.success && standard.data !== undefined
          ? `\`${typeof standard.data === 'object' ? JSON.stringify(standard.data) : standard.data}\``
          : '–',
        about,
      ]
    })
    expect(rows).toEqual(expected)
  })

  test('comes into the containers of a deployment, but for what they have of their own', () => {
    const passed = new Set([...compose.matchAll(/^ +([A-Z][A-Z\d_]+): /gm)].map(([, name]) => name))
    const missing = Object.keys(settings).filter((name) => !passed.has(name))
    expect(missing).toEqual(['PORT', 'HOST', 'DATA_DIR', 'WEB_DIR'])
  })
})
