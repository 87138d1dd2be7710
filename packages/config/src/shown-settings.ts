// What may be shown of the configuration: the value of each setting, but of a key or a password only that there is one.
import type { Config, SettingName } from './config.ts'

export type SettingView = {
  readonly name: SettingName
  /** Null without a value, and where it is hidden. */
  readonly value: string | null
  /** Whether there is a value that is not shown. */
  readonly isHidden: boolean
}

type Shown = Omit<SettingView, 'name'>

function show(value: string | number | boolean | readonly string[] | undefined): Shown {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return { value: text === '' ? null : text, isHidden: false }
}

const hide = (value: unknown): Shown => ({ value: null, isHidden: value !== undefined })

/** An address without its user, password, query and fragment, any of which may be a key. */
function showAddress(address: string | undefined): Shown {
  if (address === undefined) return show(undefined)
  const { protocol, host, pathname } = new URL(address)
  return show(`${protocol}//${host}${pathname}`)
}

const shownSettings: { readonly [K in SettingName]: (config: Config) => Shown } = {
  NODE_ENV: ({ environment }) => show(environment),
  PORT: ({ port }) => show(port),
  HOST: ({ host }) => show(host),
  DATA_DIR: ({ dataDir }) => show(dataDir),
  DATABASE_URL: ({ databaseUrl }) => showAddress(databaseUrl),
  SECRET_KEY: ({ secretKey }) => hide(secretKey),
  MODEL_BASE_URL: ({ model }) => showAddress(model.baseUrl),
  MODEL_API_KEY: ({ model }) => hide(model.apiKey),
  MODEL_NAMES: ({ model }) => show(model.names),
  MODEL_CONTEXT_TOKENS: ({ model }) => show(model.contextTokens),
  MODEL_READS_IMAGES: ({ model }) => show(model.readsImages),
  PRIVATE_MODEL_SERVERS: ({ privateModelServers }) => show(privateModelServers),
  SEED_PASSWORD: ({ seedPassword }) => hide(seedPassword),
  LOG_LEVEL: ({ logLevel }) => show(logLevel),
  REQUESTS_PER_SECOND: ({ rate }) => show(rate.perSecond),
  PRODUCT_NAME: ({ productName }) => show(productName),
  LICENSED_BY: ({ licensedBy }) => show(licensedBy),
  MAX_FILE_MB: ({ maxFileMb }) => show(maxFileMb),
  FILES_DIR: ({ files }) => show(files.s3 ? undefined : files.dir),
  S3_ENDPOINT: ({ files }) => showAddress(files.s3?.endpoint),
  S3_BUCKET: ({ files }) => show(files.s3?.bucket),
  S3_REGION: ({ files }) => show(files.s3?.region),
  S3_ACCESS_KEY_ID: ({ files }) => hide(files.s3?.accessKeyId),
  S3_SECRET_ACCESS_KEY: ({ files }) => hide(files.s3?.secretAccessKey),
  OCR_DATA_DIR: ({ ocrDataDir }) => show(ocrDataDir),
  HELP_DIR: ({ helpDir }) => show(helpDir),
  TRUST_PROXY: ({ trustProxy }) => show(trustProxy),
  WEB_DIR: ({ webDir }) => show(webDir),
  EXTERNAL_LOGINS: ({ externalLogins }) => show(externalLogins.map(({ key }) => key)),
  PUBLIC_URL: ({ publicOrigin }) => showAddress(publicOrigin),
  DEBUG_VIEWS: ({ debugViews }) => show(debugViews),
  METRICS_TOKEN: ({ metrics }) => hide(metrics.token),
  METRICS_PORT: ({ metrics }) => show(metrics.port),
  OTEL_EXPORTER_OTLP_ENDPOINT: ({ tracing }) => showAddress(tracing?.url),
  OTEL_TRACES_SAMPLER_ARG: ({ tracing }) => show(tracing?.ratio),
  SENTRY_DSN: ({ errorReporting }) => hide(errorReporting),
  SENTRY_ENVIRONMENT: ({ errorReporting }) => show(errorReporting?.environment),
  SENTRY_TRACES_SAMPLE_RATE: ({ errorReporting }) => show(errorReporting?.tracesSampleRate),
  SENTRY_REPLAYS_SESSION_SAMPLE_RATE: ({ errorReporting }) => show(errorReporting?.replaysSessionSampleRate),
  SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE: ({ errorReporting }) => show(errorReporting?.replaysOnErrorSampleRate),
  SENTRY_SEND_PERSONAL_DATA: ({ errorReporting }) => show(errorReporting?.sendPersonalData),
}

/** Returns what may be shown of each setting as the process runs with it, in the order of the documentation. */
export const listShownSettings = (config: Config): SettingView[] =>
  (Object.keys(shownSettings) as SettingName[]).map((name) => ({ name, ...shownSettings[name](config) }))
