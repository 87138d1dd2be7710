// The database of a measurement: signed-in users, each with unused chats.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createDatabase } from '@heddle/db/client'
import { randomUUID } from 'node:crypto'
import { createTokenIssuer } from '../../apps/api/test/application/access-tokens.ts'

export type World = {
  readonly tenantId: string
  /** Returns a valid access token of a person, the same for some minutes, as a client has it. Each may have two replies at once. */
  readonly getAccessToken: (person: number) => string
  /** Makes `count` unused chats with a model, in the order of the people: chat i is of person i modulo their number. */
  createChats(modelName: string, count: number, assistantId?: string): Promise<string[]>
  /** Returns the number of running replies. */
  countGenerating(): Promise<number>
  close(): Promise<void>
}

/** Of one statement: more cost hundreds of megabytes. */
const chatsAtOnce = 1_000
const dayMs = 24 * 60 * 60 * 1000
/** Half of the lifetime of an access token. */
const reissueMs = 5 * 60 * 1000

/** Fills the migrated database at `url` with `people` signed-in users of one tenant. */
export async function createWorld(url: string, secretKey: string, people: number): Promise<World> {
  const db = createDatabase({ url, poolSize: 2 })
  const tenant = await createTenant(db)
  const assistant = await createAssistant(db, { tenantId: tenant.id, isPublic: true })
  const now = new Date()
  const issueToken = await createTokenIssuer(secretKey)
  const end = new Date(now.getTime() + dayMs)
  const users: string[] = []
  const claims: Parameters<typeof issueToken>[0][] = []
  const issued = new Map<number, { readonly token: string; readonly at: Date }>()
  for (let person = 0; person < people; person++) {
    const user = await createUser(db, { tenantId: tenant.id })
    const session = await db.session.create({ data: { userId: user.id, rotatedAt: now, expiresAt: end, absoluteExpiresAt: end } })
    users.push(user.id)
    claims.push({ userId: user.id, tenantId: tenant.id, sessionId: session.id, tokenVersion: user.tokenVersion })
  }
  return {
    tenantId: tenant.id,
    getAccessToken(person) {
      const index = person % people
      const [before, at] = [issued.get(index), new Date()]
      if (before && at.getTime() - before.at.getTime() < reissueMs) return before.token
      const claim = claims[index]
      if (!claim) throw new Error('The world has no people.')
      const token = issueToken(claim, at)
      issued.set(index, { token, at })
      return token
    },
    async createChats(modelName, count, assistantId = assistant.id) {
      const model =
        (await db.model.findFirst({ where: { tenantId: tenant.id, name: modelName } })) ??
        (await createModel(db, { tenantId: tenant.id, name: modelName }))
      const chats = Array.from({ length: count }, (_, index) => ({
        id: randomUUID(),
        tenantId: tenant.id,
        ownerId: users[index % people] ?? '',
        assistantId,
        modelId: model.id,
        responseLanguage: 'en' as const,
      }))
      for (let begin = 0; begin < count; begin += chatsAtOnce) await db.chat.createMany({ data: chats.slice(begin, begin + chatsAtOnce) })
      return chats.map(({ id }) => id)
    },
    countGenerating: () => db.message.count({ where: { status: 'generating' } }),
    close: () => db.$disconnect(),
  }
}
