// The one way by which texts of messages are read: those of a temporary chat are opened, and nothing else is looked at.
import type { CitedRows } from '@heddle/contracts/message/cited-rows'
import type { KnowledgeOrigin, MessageFile, MessageSource } from '@heddle/contracts/message/message'
import type { Pool, PoolClient } from 'pg'
import { AppError } from '../../../platform/errors/app-error.ts'
import { findSealKey } from './chat-key.sql.ts'
import { isSealed, type Seal, type Seals } from './seal.ts'

export type MessageStore = { readonly db: Pool | PoolClient; readonly seals: Seals }

/** The seal of a chat; null for an ordinary chat, and for one that is over. */
export async function findSeal({ db, seals }: MessageStore, chatId: string): Promise<Seal | null> {
  const key = await findSealKey(db, chatId)
  if (!key) return null
  const seal = seals.read(chatId, key)
  // The secret of the installation is another by now: nothing of it can be read.
  if (!seal) throw new AppError('CHAT_NOT_FOUND')
  return seal
}

type Said = {
  readonly content: string
  readonly reasoning?: string
  readonly sources?: readonly MessageSource[]
  readonly files?: readonly MessageFile[]
}

const isAnySealed = ({ content, reasoning = '', sources = [], files = [] }: Said) =>
  isSealed(content) || isSealed(reasoning) || sources.some(({ passage }) => isSealed(passage)) || files.some(({ name }) => isSealed(name))

/** Returns messages of a chat with their texts opened. Those of an ordinary chat stay as they are, for the price of a look at each. */
export async function openMessages<M extends Said>(store: MessageStore, chatId: string, messages: M[]): Promise<M[]> {
  if (!messages.some(isAnySealed)) return messages
  const seal = await findSeal(store, chatId)
  return seal ? messages.map((message) => openMessage(seal, message)) : messages
}

/** Returns files of a chat with their names opened. */
export async function openFileNames<F extends { readonly name: string }>(store: MessageStore, chatId: string, files: F[]): Promise<F[]> {
  if (!files.some(({ name }) => isSealed(name))) return files
  const seal = await findSeal(store, chatId)
  return seal ? files.map((file) => ({ ...file, name: seal.open(file.name) })) : files
}

const openMessage = <M extends Said>(seal: Seal, message: M): M => {
  const content = seal.open(message.content)
  return {
    ...message,
    content,
    ...(message.reasoning !== undefined && { reasoning: seal.open(message.reasoning) }),
    ...(message.sources && {
      sources: sortByUse(
        content,
        message.sources.map((source) => openSource(seal, source)),
      ),
    }),
    ...(message.files && { files: message.files.map((file) => ({ ...file, name: seal.open(file.name) })) }),
  }
}

/** A source as it is kept: of a sealed one only the ids are told of what it is from. */
export type KeptSource = Omit<MessageSource, 'knowledge' | 'rows'> & {
  readonly knowledge?: Partial<KnowledgeOrigin> | undefined
  readonly rows?: Pick<CitedRows, 'dataset_ids'> | undefined
}

/** Returns what a citation is kept as: everything that says anything in one sealed text, and the ids that decide who may read it. */
export function sealSource(seal: Seal, source: MessageSource): KeptSource {
  const { title, passage, knowledge, rows, file } = source
  return {
    ...source,
    title: null,
    passage: seal.seal(JSON.stringify({ title, passage, knowledge, rows })),
    file: file && { ...file, name: '' },
    ...(knowledge && {
      knowledge: {
        collection_id: knowledge.collection_id,
        source_id: knowledge.source_id,
        chunk_id: knowledge.chunk_id,
        spans: knowledge.spans,
      },
    }),
    ...(rows && { rows: { dataset_ids: rows.dataset_ids } }),
  }
}

type SourceTexts = Pick<MessageSource, 'title' | 'passage' | 'knowledge' | 'rows'>

/** Returns what `sealSource` has sealed. */
export const openSourceTexts = (seal: Seal, passage: string) => JSON.parse(seal.open(passage)) as SourceTexts

/** A source that is withheld has no passage. */
function openSource(seal: Seal, source: MessageSource): MessageSource {
  const { file, knowledge: kept } = source
  if (!isSealed(source.passage)) return source
  const { title, passage, knowledge, rows } = openSourceTexts(seal, source.passage)
  return {
    ...source,
    title,
    passage,
    file: file && { ...file, name: seal.open(file.name) },
    // Whether its collection is still there, and may be opened, is as of now.
    ...(knowledge && { knowledge: { ...knowledge, ...kept } }),
    ...(rows && { rows }),
  }
}

/** Sorts the sources by where a text first cites them; the database cannot, where the text is sealed. */
function sortByUse(content: string, sources: readonly MessageSource[]): MessageSource[] {
  const position = ({ number }: MessageSource) => {
    const found = content.indexOf(`[${number}]`)
    return found === -1 ? Number.POSITIVE_INFINITY : found
  }
  const byUse = (one: MessageSource, other: MessageSource) =>
    position(one) === position(other) ? one.number - other.number : position(one) - position(other)
  return sources.toSorted(byUse)
}
