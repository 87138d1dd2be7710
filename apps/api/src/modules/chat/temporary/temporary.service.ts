// Temporary chats: what they begin with, how one is kept, and how they end (docs/decisions/0045).
import { limits } from '@heddle/contracts/limits'
import type { Pool } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { findSeal, type MessageStore, openSourceTexts } from '../../message/seal/message-store.ts'
import type { Seals } from '../../message/seal/seal.ts'
import {
  deleteEndedChats,
  listSealedMessages,
  listSealedSources,
  lockTemporaryChat,
  makeOrdinary,
  writeMessages,
  writeSources,
} from './temporary.sql.ts'

type TemporaryChatDependencies = {
  readonly store: MessageStore & { readonly db: Pool; readonly seals: Seals }
  readonly now: () => Date
  /** The title that a chat has of its first question. */
  readonly titleFromQuestion: (question: string) => string
}

export type TemporaryChats = ReturnType<typeof createTemporaryChats>

export function createTemporaryChats({ store, now, titleFromQuestion }: TemporaryChatDependencies) {
  const { db: pool, seals } = store

  return {
    /** The columns that make a new chat a temporary one. */
    createColumns: (chatId: string) => ({
      temporaryUntil: new Date(now().getTime() + limits.temporaryChatIdleMinutes * 60_000),
      key: { create: toColumns(seals.createKey(chatId)) },
    }),

    /** Turns a temporary chat into an ordinary one, with its texts open and a title. False when it is over, or a reply is being made. */
    keep: (chatId: string): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        if (!(await lockTemporaryChat(client, chatId))) return false
        const seal = await findSeal({ ...store, db: client }, chatId)
        if (!seal) return false
        const messages = (await listSealedMessages(client, chatId)).map(({ id, content, reasoning }) => ({
          id,
          content: seal.open(content),
          reasoning: seal.open(reasoning),
        }))
        const sources = (await listSealedSources(client, chatId)).map(({ id, passage }) => ({ id, ...openSourceTexts(seal, passage) }))
        await writeMessages(client, messages)
        await writeSources(client, sources)
        const [question] = messages
        await makeOrdinary(client, chatId, question ? titleFromQuestion(question.content) : null)
        return true
      }),

    deleteEnded: () => deleteEndedChats(pool),
  }
}

const toColumns = ({ keyId, ciphertext }: ReturnType<Seals['createKey']>) => ({ keyId, ciphertext })
