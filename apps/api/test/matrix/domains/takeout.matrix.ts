import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { byId, type MatrixPart } from '../part.ts'
import type { MatrixWorld, Owner } from '../world.ts'

/** A takeout that is ready, with the bytes of this program as its zip. */
async function createTakeout({ db, api }: MatrixWorld, { id: userId, tenantId }: Owner) {
  const path = import.meta.filename
  const { size: sizeBytes } = await stat(path)
  const storageKey = `matrix/${randomUUID()}`
  await api.dependencies.files.put(storageKey, path)
  const expiresAt = new Date(Date.now() + 60_000)
  return db.takeout.create({
    data: { userId, tenantId, jobId: randomUUID(), timeZone: 'UTC', state: 'ready', storageKey, sizeBytes, expiresAt },
  })
}

export const takeoutMatrix = {
  bodies: { requestTakeout: () => ({ time_zone: 'Asia/Taipei' }) },
  things: {
    'a takeout of their own': byId((world, { user }) => createTakeout(world, user)),
    'a takeout of another user': byId(async (world) => createTakeout(world, await world.createPerson())),
    'a takeout of another tenant': byId(async (world) => createTakeout(world, await world.createPerson({ tenantId: world.elsewhere.id }))),
  },
} satisfies MatrixPart
