import { createPool } from '@heddle/db/connection'
import { createTestDatabase } from '@heddle/db/testing/test-database'
import { randomUUIDv7 } from 'node:crypto'
import pino from 'pino'
import { expect, test } from 'vitest'
import { until } from '../../../../test/until.ts'
import { createWriteBuffer } from './write-buffer.ts'
import { createEventLog, emptyBeginning } from '../../run/event-log.ts'
import { createBatchSaver } from './batch-saver.ts'

test('what arrives before a reply is found to have ended is shown with its end', async () => {
  const database = await createTestDatabase()
  const pool = createPool(database.url, 2)
  // Dropping the database ends idle connections; that is no failure of the test.
  pool.on('error', () => {})
  const log = createEventLog(randomUUIDv7())
  const buffer = createWriteBuffer(log, () => {}, { ...emptyBeginning, outcomes: {} })
  // No row of this run counts as running, as when its end is written before a save is.
  const reply = {
    replyId: randomUUIDv7(),
    runId: randomUUIDv7(),
    buffer,
    savedAt: performance.now(),
    notifiedAt: performance.now(),
    seal: null,
    isEnding: false,
  }
  let misses = 0
  const onEndWanted = () => void (misses += 1)
  const saving = createBatchSaver({ pool, log: pino({ level: 'silent' }), running: () => [reply], onEndWanted })
  for (const [index, text] of ['first ', 'second'].entries()) {
    buffer.addText(text)
    saving.arrived(true)
    await until('the save', () => misses > index)
  }
  buffer.showAll()
  expect(log.snapshot().text).toBe('first second')
  await pool.end()
  await database.close()
})
