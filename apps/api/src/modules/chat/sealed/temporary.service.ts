// Temporary chats: what they begin with, how one is kept, and how they end (docs/decisions/0046).
import { limits } from '@heddle/contracts/limits'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { findSeal, type MessageStore, openSourceTexts } from '../../message/seal/message-store.ts'
import type { Seal } from '../../message/seal/seal.ts'
import { openFiles, type OpenedFile, removeOpened } from './open-files.ts'
import {
  deleteEndedChats,
  listSealedFiles,
  listSealedMessages,
  listSealedSources,
  lockTemporaryChat,
  makeOrdinary,
  rewritePages,
  writeFiles,
  writeMessages,
  writeSources,
} from './temporary.sql.ts'

type TemporaryChatDependencies = {
  readonly store: MessageStore & { readonly db: Pool }
  readonly files: FileStore
  readonly log: FastifyBaseLogger
  readonly now: () => Date
  /** The title that a chat has of its first question. */
  readonly titleFromQuestion: (question: string) => string
}

export type TemporaryChatService = ReturnType<typeof createTemporaryChats>

export function createTemporaryChats({ store, files, log, now, titleFromQuestion }: TemporaryChatDependencies) {
  const { db: pool, seals } = store

  /** Writes all texts of a chat open. False when it is over, a reply is being made, or it has other files by now. */
  const writeOpen = (chatId: string, seal: Seal, opened: readonly OpenedFile[]): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      if (!(await lockTemporaryChat(client, chatId))) return false
      const ids = (await listSealedFiles(client, chatId)).map(({ id }) => id)
      if (ids.join() !== opened.map(({ id }) => id).join()) return false
      if (opened.length > 0) await writeFiles(client, opened)
      for (const id of ids) await rewritePages(client, id, seal.open)
      const question = await openTexts(client, chatId, seal)
      await makeOrdinary(client, chatId, question === null ? null : titleFromQuestion(question))
      return true
    })

  return {
    /** The columns that make a new chat a temporary one. */
    createColumns(chatId: string) {
      const { keyId, ciphertext } = seals.createKey(chatId)
      return {
        temporaryUntil: new Date(now().getTime() + limits.temporaryChatIdleMinutes * 60_000),
        key: { create: { keyId, ciphertext } },
      }
    },

    /** Turns a temporary chat into an ordinary one, with its texts open and a title. False when that is not possible now. */
    async keep(chatId: string): Promise<boolean> {
      const seal = await findSeal(store, chatId)
      if (!seal) return false
      const opened = await openFiles({ pool, files, log }, seal, await listSealedFiles(pool, chatId))
      let isKept = false
      try {
        isKept = await writeOpen(chatId, seal, opened)
      } finally {
        if (!isKept) await removeOpened(pool, opened)
      }
      return isKept
    },

    deleteEnded: () => deleteEndedChats(pool),
  }
}

/** Returns the first question; null in a chat without one. */
async function openTexts(client: PoolClient, chatId: string, seal: Seal): Promise<string | null> {
  const messages = (await listSealedMessages(client, chatId)).map(({ id, content, reasoning }) => ({
    id,
    content: seal.open(content),
    reasoning: seal.open(reasoning),
  }))
  await writeMessages(client, messages)
  const sources = await listSealedSources(client, chatId)
  await writeSources(
    client,
    sources.map(({ id, passage }) => ({ id, ...openSourceTexts(seal, passage) })),
  )
  return messages[0]?.content ?? null
}
