import type { Pool } from 'pg'
import { fromPrisma, PgBoss } from 'pg-boss'
import type { Queryable } from '../client.ts'
import { jobSchema } from '../job-queues.ts'

/** Opens what adds jobs; call it before the transaction that they are added in, and close it when it has ended. */
export async function openJobFactory(pool: Pool) {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchema,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    useListenNotify: false,
  })
  await boss.start()
  return {
    /** Adds a job that waits for a worker. */
    createJob: (tx: Queryable, queue: string, data: object) => boss.send(queue, data, { db: fromPrisma(tx) }),
    close: () => boss.stop({ graceful: false, close: false }),
  }
}
