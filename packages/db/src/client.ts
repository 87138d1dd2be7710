import { PrismaPg } from '@prisma/adapter-pg'
import { DriverAdapterError, type SqlQuery } from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import { createPool, type DatabaseTimeouts } from './connection.ts'
import { PrismaClient } from './generated/client.ts'

export type { PrismaClient } from './generated/client.ts'

/** The client, or a transaction of it. */
export type Queryable = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>

/**
 * Refuses what comes after the end of a transaction. Prisma rolls an expired one back, and releases its connection, also in the middle of
 * an operation of several statements: the next of them would be committed by itself, or in the transaction of another request.
 */
function refuseAfterEnd(transaction: Transaction): Transaction {
  let hasEnded = false
  const guard =
    <T>(send: (query: SqlQuery) => Promise<T>) =>
    (query: SqlQuery): Promise<T> => {
      if (hasEnded) return Promise.reject(new DriverAdapterError({ kind: 'TransactionAlreadyClosed', cause: 'The transaction has ended' }))
      hasEnded = query.sql === 'COMMIT' || query.sql === 'ROLLBACK'
      return send(query)
    }
  transaction.queryRaw = guard(transaction.queryRaw.bind(transaction))
  transaction.executeRaw = guard(transaction.executeRaw.bind(transaction))
  return transaction
}

/**
 * Prisma on a pool that other statements use too. A transaction keeps its connection while our code runs between its statements,
 * for minutes in an import: transactions take at most half of the pool's connections, further ones wait.
 */
class SharedPoolAdapterFactory extends PrismaPg {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(pool: pg.Pool, options: { disposeExternalPool: boolean }) {
    super(pool, options)
    this.#free = Math.max(1, Math.floor(pool.options.max / 2))
  }

  override async connect() {
    const adapter = await super.connect()
    const start = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (isolationLevel) => {
      await this.#acquire()
      try {
        return this.#releaseAtEnd(refuseAfterEnd(await start(isolationLevel)))
      } catch (error) {
        this.#release()
        throw error
      }
    }
    return adapter
  }

  async #acquire() {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((proceed) => this.#waiting.push(proceed))
  }

  #release() {
    const proceed = this.#waiting.shift()
    if (proceed) proceed()
    else this.#free += 1
  }

  #releaseAtEnd(transaction: Transaction): Transaction {
    for (const name of ['commit', 'rollback'] as const) {
      const end = transaction[name].bind(transaction)
      transaction[name] = () => end().finally(() => this.#release())
    }
    return transaction
  }
}

/** Returns a client on a pool. `$disconnect()` ends its transactions; the pool stays open for its owner to end. */
export const createClient = (pool: pg.Pool): PrismaClient =>
  new PrismaClient({ adapter: new SharedPoolAdapterFactory(pool, { disposeExternalPool: false }) })

export type DatabaseOptions = {
  /** A `postgresql://` connection string. */
  readonly url: string
  /** The maximum number of connections; 10 by default. */
  readonly poolSize?: number
  /** Those of a serving process by default. */
  readonly timeouts?: DatabaseTimeouts | undefined
}

/**
 * Returns a client of the database at `url` with its own pool, which connects with the first query. `$disconnect()` ends the
 * pool.
 */
export const createDatabase = ({ url, poolSize = 10, timeouts }: DatabaseOptions): PrismaClient =>
  new PrismaClient({ adapter: new SharedPoolAdapterFactory(createPool(url, poolSize, timeouts), { disposeExternalPool: true }) })
