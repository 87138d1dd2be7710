import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.ts'

export type { PrismaClient } from './generated/client.ts'

/** What a query can run on: the client, or a transaction of it. */
export type Queryable = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>

export type DatabaseOptions = {
  /** A `postgresql://` connection string. */
  readonly url: string
  /** The most connections this process opens; 10 unless given. */
  readonly poolSize?: number
}

/**
 * What every connection of the product has: no query waits for ever (milliseconds to get a connection, and for one
 * statement), and it acts as the role that the migrations gave only what the product needs: it cannot change the audit log.
 */
export const connectionSettings = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  options: '-c role=heddle_app',
} as const

/**
 * Returns a client of the database at `url`. Nothing is connected before the first query; `$disconnect()` closes the pool.
 */
export function createDatabase({ url, poolSize = 10 }: DatabaseOptions): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg({ connectionString: url, max: poolSize, ...connectionSettings }) })
}
