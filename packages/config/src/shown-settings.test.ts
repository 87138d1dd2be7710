import { expect, test } from 'vitest'
import { loadConfig, settings } from './config.ts'
import { listShownSettings } from './shown-settings.ts'

const secrets = {
  SECRET_KEY: 'canary-key-0123456789abcdefghijklmnop',
  MODEL_API_KEY: 'canary-model',
  SEED_PASSWORD: 'canary-seed-word',
  S3_ACCESS_KEY_ID: 'canary-id',
  S3_SECRET_ACCESS_KEY: 'canary-access',
  METRICS_TOKEN: 'canary-metrics-token',
  SENTRY_DSN: 'https://canary@errors.example.org/7',
}

test('shows each setting without keys, passwords and queries', () => {
  const shown = listShownSettings(
    loadConfig({
      ...secrets,
      DATABASE_URL: 'postgresql://canary-user:canary-word@db.test:5432/heddle?sslpassword=canary',
      MODEL_BASE_URL: 'http://canary:canary@models.test/v1?key=canary#canary',
      S3_ENDPOINT: 'https://canary:canary@s3.test',
      S3_BUCKET: 'files',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://canary:canary@traces.test',
      MODEL_NAMES: 'loom,heddle',
    }),
  )
  expect(shown.map(({ name }) => name)).toEqual(Object.keys(settings))
  expect(JSON.stringify(shown)).not.toContain('canary')
  expect(shown.filter(({ isHidden }) => isHidden).map(({ name }) => name)).toEqual(Object.keys(settings).filter((name) => name in secrets))
  const values = Object.fromEntries(shown.map(({ name, value }) => [name, value]))
  expect(values).toMatchObject({
    DATABASE_URL: 'postgresql://db.test:5432/heddle',
    MODEL_BASE_URL: 'http://models.test/v1',
    MODEL_NAMES: 'loom, heddle',
    TRUST_PROXY: null,
  })
})

test('keeps the debug views out of production unless they are asked for', () => {
  const production = { NODE_ENV: 'production', SECRET_KEY: '0123456789abcdefghijklmnopqrstuvwxyz' }
  expect(loadConfig({}).debugViews).toBe(true)
  expect(loadConfig({ DEBUG_VIEWS: 'false' }).debugViews).toBe(false)
  expect(loadConfig(production).debugViews).toBe(false)
  expect(loadConfig({ ...production, DEBUG_VIEWS: 'true' }).debugViews).toBe(true)
})
