// The only reader of the environment. Everything is checked here once, and a wrong value stops the start with one
// sentence that names it. The table in docs/configuration.md is tested against `settings`.
import { limits } from '@heddle/contracts/limits'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type ExternalLogin, ExternalLoginsSetting } from './external-logins.ts'

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const text = z.string().trim().min(1)
const httpUrl = z.url({ protocol: /^https?$/ })
const share = z.coerce.number().min(0).max(1)
const list = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .pipe(z.array(z.string().min(1)).min(1))

const weakSecrets = /^(.)\1*$|change.?me|secret|password|default|example/i

/** Each setting with the schema of its text and the sentence that documents it. */
export const settings = {
  NODE_ENV: {
    schema: z.enum(['development', 'production', 'test']).default('development'),
    about: 'How strict the start is; `production` refuses missing and weak secrets',
  },
  PORT: { schema: wholeNumber(0, 65_535).default(3000), about: 'Port of the application; 0 takes a free one' },
  HOST: { schema: text.default('127.0.0.1'), about: 'Address to listen on' },
  DATA_DIR: { schema: text.default('.heddle'), about: 'Folder of the embedded database, the made secret and the logs' },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    about: 'PostgreSQL to use; without it `start` runs an embedded one in `DATA_DIR`',
  },
  SECRET_KEY: {
    schema: z.string().min(32).optional(),
    about: 'At least 32 characters; signs tokens. `start` makes one in `DATA_DIR`; production refuses a missing or weak one',
  },
  MODEL_BASE_URL: {
    schema: httpUrl.optional(),
    about: 'OpenAI-compatible endpoint, ending in `/v1`; without it `start` runs the demonstration model',
  },
  MODEL_API_KEY: { schema: text.optional(), about: 'Key for that endpoint' },
  MODEL_NAMES: { schema: list.optional(), about: 'Comma-separated names of the models it serves; the first is the default' },
  MODEL_CONTEXT_TOKENS: {
    schema: wholeNumber(2_048, 10_000_000).default(16_384),
    about: 'Tokens that a call of one of them may have, the answer included',
  },
  MODEL_READS_IMAGES: { schema: list.optional(), about: 'Comma-separated names of those among them that are given images' },
  PRIVATE_MODEL_SERVERS: {
    schema: z.enum(['listed', 'any']).default('listed'),
    about:
      'With `any`, model servers in private networks need no entry in the allowed hosts, however many tenants there are (docs/operating.md)',
  },
  SEED_PASSWORD: {
    schema: z.string().min(10).max(200).optional(),
    about: 'Password of the accounts that the first start makes; without it a random one is printed once',
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    about: 'How much is logged',
  },
  REQUESTS_PER_SECOND: {
    schema: wholeNumber(1, 100_000).default(limits.requestsPerSecond),
    about: 'Calls of one user (else address) before the API answers 429; four times as many in a burst',
  },
  PRODUCT_NAME: { schema: text.default('Heddle'), about: 'Name that people see' },
  LICENSED_BY: { schema: text.default('Heddle'), about: 'Company named after "Powered and licensed by"' },
  MAX_FILE_MB: { schema: wholeNumber(1, 1_000).default(20), about: 'Largest file of an upload' },
  FILES_DIR: {
    schema: text.optional(),
    about: 'Folder of uploaded files; without it `files` in `DATA_DIR`. All processes need the same one',
  },
  S3_ENDPOINT: {
    schema: httpUrl.optional(),
    about: 'S3-compatible server that keeps uploaded files instead of `FILES_DIR`; then the other `S3_` settings are needed too',
  },
  S3_BUCKET: { schema: text.optional(), about: 'Bucket for uploaded files, which exists already' },
  S3_REGION: { schema: text.default('us-east-1'), about: 'Region of that server; most others than Amazon take any' },
  S3_ACCESS_KEY_ID: { schema: text.optional(), about: 'Name of the key for that server' },
  S3_SECRET_ACCESS_KEY: { schema: text.optional(), about: 'The key' },
  OCR_DATA_DIR: {
    schema: text.optional(),
    about: 'Folder of Tesseract language data, by which the scanned pages of collections are recognized (docs/operating.md)',
  },
  HELP_DIR: {
    schema: text.optional(),
    about: 'Folder of chapters that the site adds to the help: Markdown files in a folder for each language (docs/operating.md)',
  },
  TRUST_PROXY: {
    schema: list.optional(),
    about: 'Comma-separated addresses or ranges of the proxies in front, whose X-Forwarded-For is believed',
  },
  WEB_DIR: { schema: text.optional(), about: 'Folder of the built web application that the API serves; without it only the API answers' },
  EXTERNAL_LOGINS: {
    schema: ExternalLoginsSetting.optional(),
    about: 'Ways to sign in elsewhere: a JSON list, or the path of a file that holds it (docs/operating.md)',
  },
  PUBLIC_URL: {
    schema: httpUrl.optional(),
    about:
      'Address under which people open the application, where OpenID providers send them back, and whose host passkeys are bound to; without it that of the request',
  },
  DEBUG_VIEWS: {
    schema: z.stringbool().optional(),
    about: 'Whether administrators may open the debug views (docs/operating.md); without it they may, except in production',
  },
  METRICS_TOKEN: {
    schema: z.string().min(16).optional(),
    about: 'At least 16 characters; who sends them as bearer token reads `/metrics`, without it only this machine does (docs/operating.md)',
  },
  METRICS_PORT: {
    schema: wholeNumber(0, 65_535).optional(),
    about: 'Port at which a worker without API serves `/metrics`; without it, it does not',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: httpUrl.optional(),
    about: 'Collector of OpenTelemetry (OTLP over HTTP) that traces are sent to; without it none are made (docs/operating.md)',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z.coerce.number().min(0).max(1).default(1),
    about: 'Part of the traces that are sent, from 0 to 1',
  },
  SENTRY_DSN: {
    schema: httpUrl.regex(/^https?:\/\/\w+@[^/]+\/(?:.+\/)?\d+$/, 'Has to look like https://key@host/1').optional(),
    about: 'Sentry-compatible service to which errors are reported, without any content (docs/operating.md); without it nothing is',
  },
  SENTRY_ENVIRONMENT: { schema: text.optional(), about: 'Environment that reports name; without it `NODE_ENV`' },
  SENTRY_TRACES_SAMPLE_RATE: { schema: share.default(1), about: 'Share of requests and page loads whose times are reported, 0 to 1' },
  SENTRY_REPLAYS_SESSION_SAMPLE_RATE: {
    schema: share.default(1),
    about: 'Share of visits of which a replay is reported, with every text and picture masked',
  },
  SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE: {
    schema: share.default(1),
    about: 'Share of the other visits of which such a replay is reported from an error on',
  },
  SENTRY_SEND_PERSONAL_DATA: {
    schema: z.stringbool().default(true),
    about: 'Whether reports name the user that met the error, by id and, from the browser, email',
  },
} as const

export type SettingName = keyof typeof settings
type Settings = { [K in SettingName]: z.output<(typeof settings)[K]['schema']> }

export type Config = {
  readonly environment: Settings['NODE_ENV']
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly secretKey: string | undefined
  readonly model: {
    readonly baseUrl: string | undefined
    readonly apiKey: string | undefined
    readonly names: readonly string[] | undefined
    readonly contextTokens: number
    readonly readsImages: readonly string[]
  }
  readonly seedPassword: string | undefined
  readonly logLevel: Settings['LOG_LEVEL']
  readonly rate: { readonly perSecond: number; readonly burst: number }
  readonly productName: string
  readonly licensedBy: string
  readonly maxFileMb: number
  /** Where uploaded files are kept: in the bucket if there is one, else in the folder. */
  readonly files: { readonly dir: string; readonly s3: S3Settings | undefined }
  /** Without it no scanned page is recognized. */
  readonly ocrDataDir: string | undefined
  readonly helpDir: string | undefined
  readonly trustProxy: readonly string[] | undefined
  readonly webDir: string | undefined
  readonly externalLogins: readonly ExternalLogin[]
  /** An origin, without a path. */
  readonly publicOrigin: string | undefined
  readonly debugViews: boolean
  readonly privateModelServers: 'listed' | 'any'
  /** The port is that of a process without API. */
  readonly metrics: { readonly token: string | undefined; readonly port: number | undefined }
  /** Without it no traces are made. */
  readonly tracing: TracingSettings | undefined
  /** Without it no error is reported. */
  readonly errorReporting: ErrorReportingSettings | undefined
}

export type TracingSettings = {
  /** Where the collector takes traces. */
  readonly url: string
  /** The part of the traces that are sent, from 0 to 1. */
  readonly ratio: number
}

/** A Sentry-compatible service, and what it is told. */
export type ErrorReportingSettings = {
  readonly dsn: string
  readonly environment: string
  readonly tracesSampleRate: number
  readonly replaysSessionSampleRate: number
  readonly replaysOnErrorSampleRate: number
  readonly sendPersonalData: boolean
}

/** A bucket of an S3-compatible server. */
export type S3Settings = {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The configuration of a process that serves: what `start` fills in has to be there. */
export type ServerConfig = Config & {
  readonly databaseUrl: string
  readonly secretKey: string
  readonly model: Config['model'] & { readonly baseUrl: string }
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the configuration from `environment`; throws a `ConfigError` of one sentence that names the first wrong setting. */
export function loadConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const read = <K extends SettingName>(name: K): Settings[K] => {
    const value = environment[name] === '' ? undefined : environment[name]
    const parsed = settings[name].schema.safeParse(value)
    if (!parsed.success) throw new ConfigError(`${name} is not valid: ${parsed.error.issues[0]?.message}. (${settings[name].about}.)`)
    return parsed.data as Settings[K]
  }
  const nodeEnv = read('NODE_ENV')
  const secretKey = read('SECRET_KEY')
  if (nodeEnv === 'production' && secretKey === undefined) throw new ConfigError('SECRET_KEY is missing: production needs one of its own.')
  if (nodeEnv === 'production' && secretKey && weakSecrets.test(secretKey)) {
    throw new ConfigError('SECRET_KEY is weak: use at least 32 random characters.')
  }
  const readS3 = (): S3Settings | undefined => {
    const endpoint = read('S3_ENDPOINT')
    if (endpoint === undefined) return undefined
    const required = (name: 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY') => {
      const value = read(name)
      if (value === undefined) throw new ConfigError(`${name} is missing: S3_ENDPOINT needs it.`)
      return value
    }
    return {
      endpoint,
      bucket: required('S3_BUCKET'),
      region: read('S3_REGION'),
      accessKeyId: required('S3_ACCESS_KEY_ID'),
      secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
    }
  }
  const readErrorReporting = (): ErrorReportingSettings | undefined => {
    const dsn = read('SENTRY_DSN')
    if (dsn === undefined) return undefined
    return {
      dsn,
      environment: read('SENTRY_ENVIRONMENT') ?? nodeEnv,
      tracesSampleRate: read('SENTRY_TRACES_SAMPLE_RATE'),
      replaysSessionSampleRate: read('SENTRY_REPLAYS_SESSION_SAMPLE_RATE'),
      replaysOnErrorSampleRate: read('SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE'),
      sendPersonalData: read('SENTRY_SEND_PERSONAL_DATA'),
    }
  }
  const modelAbilities = { contextTokens: read('MODEL_CONTEXT_TOKENS'), readsImages: read('MODEL_READS_IMAGES') ?? [] }
  const dataDir = resolve(read('DATA_DIR'))
  const publicUrl = read('PUBLIC_URL')
  const otlpEndpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const perSecond = read('REQUESTS_PER_SECOND')
  return {
    environment: nodeEnv,
    port: read('PORT'),
    host: read('HOST'),
    dataDir,
    databaseUrl: read('DATABASE_URL'),
    secretKey,
    model: { baseUrl: read('MODEL_BASE_URL'), apiKey: read('MODEL_API_KEY'), names: read('MODEL_NAMES'), ...modelAbilities },
    seedPassword: read('SEED_PASSWORD'),
    logLevel: read('LOG_LEVEL'),
    rate: { perSecond, burst: (perSecond * limits.requestBurst) / limits.requestsPerSecond },
    productName: read('PRODUCT_NAME'),
    licensedBy: read('LICENSED_BY'),
    maxFileMb: read('MAX_FILE_MB'),
    files: { dir: resolve(read('FILES_DIR') ?? join(dataDir, 'files')), s3: readS3() },
    ocrDataDir: read('OCR_DATA_DIR'),
    helpDir: read('HELP_DIR'),
    trustProxy: read('TRUST_PROXY'),
    webDir: read('WEB_DIR'),
    externalLogins: read('EXTERNAL_LOGINS') ?? [],
    publicOrigin: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
    privateModelServers: read('PRIVATE_MODEL_SERVERS'),
    debugViews: read('DEBUG_VIEWS') ?? nodeEnv !== 'production',
    metrics: { token: read('METRICS_TOKEN'), port: read('METRICS_PORT') },
    tracing:
      otlpEndpoint === undefined
        ? undefined
        : { url: `${otlpEndpoint.replace(/\/+$/, '')}/v1/traces`, ratio: read('OTEL_TRACES_SAMPLER_ARG') },
    errorReporting: readErrorReporting(),
  }
}

/** The configuration with what a serving process cannot do without; throws a `ConfigError` that names what is missing. */
export function requireServerConfig(config: Config): ServerConfig {
  const { databaseUrl, secretKey, model } = config
  if (databaseUrl === undefined) throw new ConfigError('DATABASE_URL is missing.')
  if (secretKey === undefined) throw new ConfigError('SECRET_KEY is missing.')
  if (model.baseUrl === undefined) throw new ConfigError('MODEL_BASE_URL is missing.')
  return { ...config, databaseUrl, secretKey, model: { ...model, baseUrl: model.baseUrl } }
}
