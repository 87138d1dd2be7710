import { PrismaPg } from '@prisma/adapter-pg'
import { BoundedClient, connectionConfig, type DatabaseTimeouts } from './connection.ts'
import { PrismaClient } from './generated/client.ts'

export type { PrismaClient } from './generated/client.ts'

/** What a query can run on: the client, or a transaction of it. */
export type Queryable = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>

export type DatabaseOptions = {
  /** A `postgresql://` connection string. */
  readonly url: string
  /** The most connections this process opens; 10 unless given. */
  readonly poolSize?: number
  /** Those of a serving process unless given. */
  readonly timeouts?: DatabaseTimeouts | undefined
}

/**
 * Returns a client of the database at `url`. Nothing is connected before the first query; `$disconnect()` closes the pool.
 */
export function createDatabase({ url, poolSize = 10, timeouts }: DatabaseOptions): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg({ ...connectionConfig(url, timeouts), max: poolSize, Client: BoundedClient }) })
}
