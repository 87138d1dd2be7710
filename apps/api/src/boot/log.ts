// Creates the logger, which redacts secrets and content as a second line of defence.
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

type LoggedError = { type: string; message: string; code?: string; stack?: string; cause?: LoggedError }

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

export function createLogger(
  config: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'tracing'>>,
  destination?: pino.DestinationStream,
): Logger {
  const options: pino.LoggerOptions = {
    level: config.logLevel,
    redact: { paths: secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]), censor: '[redacted]' },
    ...(config.tracing && { mixin: readTraceFields }),
    serializers: { err: (error: unknown) => serializeError(error) },
  }
  return destination ? pino(options, destination) : pino(options)
}
