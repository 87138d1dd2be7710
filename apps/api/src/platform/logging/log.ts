// Creates the logger, which redacts secrets and content as a second line of defence.
import type { FastifyBaseLogger } from 'fastify'
import pino, { type Logger } from 'pino'
import type { Config } from '@heddle/config/config'
import { readTraceFields } from '../telemetry/spans.ts'

const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'access_token',
  'refresh_token',
  'api_key',
  'secret',
  'token',
  'content',
]

export type LoggedError = { type: string; message: string; code?: string; stack?: string; cause?: LoggedError }

/**
 * Keeps only what locates the failure: pg puts the offending row into `detail`, and Prisma quotes the arguments of a call in all
 * lines of the message but the last.
 */
function serializeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something that is no error was thrown' }
  const isPrisma = error.name.startsWith('PrismaClient')
  const code = 'code' in error ? String(error.code) : undefined
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '))
  return {
    type: error.name,
    message: isPrisma ? (error.message.trim().split('\n').at(-1) ?? '') : error.message,
    ...(code !== undefined && { code }),
    ...(frames && { stack: frames.join('\n') }),
    ...(error.cause !== undefined && depth < 3 && { cause: serializeError(error.cause, depth + 1) }),
  }
}

/** A line of level error or fatal, in what of it may leave the log. */
export type LoggedFailure = {
  readonly logger: FastifyBaseLogger
  readonly level: 'error' | 'fatal'
  /** The fixed sentence. */
  readonly sentence: string
  readonly requestId: string | undefined
  /** Those of its fields that say where it happened. */
  readonly tags: Readonly<Record<string, string>>
  readonly error: LoggedError | undefined
}

const tagFields = ['code', 'route', 'task', 'queue']

type LogOptions = {
  readonly destination?: pino.DestinationStream
  /** Called for each line of level error or fatal. */
  readonly onFailure?: (failure: LoggedFailure) => void
}

function toFailure(logger: Logger, [fields, sentence]: readonly unknown[], level: number): LoggedFailure {
  const given = typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {}
  const { reqId } = logger.bindings()
  return {
    logger,
    level: level >= 60 ? 'fatal' : 'error',
    sentence: String(typeof fields === 'string' ? fields : sentence),
    requestId: typeof reqId === 'string' ? reqId : undefined,
    tags: Object.fromEntries(tagFields.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : []))),
    error: 'err' in given ? serializeError(given['err']) : undefined,
  }
}

export function createLogger(
  config: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'tracing'>>,
  { destination, onFailure }: LogOptions = {},
): Logger {
  const options: pino.LoggerOptions = {
    level: config.logLevel,
    redact: { paths: secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]), censor: '[redacted]' },
    ...(config.tracing && { mixin: readTraceFields }),
    serializers: { err: (error: unknown) => serializeError(error) },
    ...(onFailure && {
      hooks: {
        logMethod(fields, write, level) {
          if (level >= 50) onFailure(toFailure(this, fields, level))
          return write.apply(this, fields)
        },
      },
    }),
  }
  return destination ? pino(options, destination) : pino(options)
}
