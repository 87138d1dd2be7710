// What the zip has, and by which names: each has a number, so that no two are the same, and none is one that a system keeps for itself.
import { translate } from '@heddle/words/words'
import { toFileStem } from '../../../platform/files/file-name.ts'
import { presentText, presentTime } from '../../../platform/http/presenting.ts'
import type { Actor, ActorAccess } from '../../../platform/permissions/actor.ts'
import type { ChatTakeout, OwnFile } from '../../chat/bulk/chat-takeout.ts'
import type { FeedbackService } from '../../feedback/feedback.service.ts'
import { presentChatDefaults, presentInstructions } from '../../preference/preference.presenter.ts'
import type { PreferenceService } from '../../preference/preference.service.ts'
import type { PromptTransferService } from '../../prompt/transfer/transfer.service.ts'
import type { UserService } from '../../user/user.service.ts'
import type { ZipEntry } from './write-zip.ts'

/** Whose data it is. */
export type TakeoutOwner = ActorAccess & Pick<Actor, 'language'>

type ContentDependencies = {
  readonly now: () => Date
  readonly chatTakeout: ChatTakeout
  readonly promptTransfers: Pick<PromptTransferService, 'writeOwnPrompts'>
  readonly feedback: Pick<FeedbackService, 'listOwnFeedback'>
  readonly preferences: Pick<PreferenceService, 'getChatDefaults' | 'getPersonalInstructions'>
  readonly users: Pick<UserService, 'getMe'>
}

type EntryOptions = {
  readonly timeZone: string
  /** Called after each chat and each file. */
  readonly onDone: () => void
}

const parts = ['chats', 'prompts', 'files', 'account', 'omitted'] as const

/** Returns what the other entries are, in the language of the owner. */
function writeReadme({ language }: TakeoutOwner): string {
  const lines = parts.map((part) => `- ${translate(language, `takeout.${part}`)}`)
  // The mark has old programs read it as UTF-8.
  return `\uFEFF${[translate(language, 'takeout.title'), '', ...lines, ''].join('\r\n')}`
}

/** A file's name with its number, as every system takes it. */
function nameFile(number: string, name: string): string {
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  return `files/${number} ${toFileStem(name.slice(0, name.length - ending.length)) || 'file'}${ending}`
}

async function* readFile({ open }: OwnFile) {
  yield* await open()
}

const nameFiles = (prefix: string, files: readonly OwnFile[]) =>
  files.map((file, index) => ({ name: nameFile(`${prefix}-${index + 1}`, file.name), content: readFile(file) }))

export type TakeoutContents = ReturnType<typeof createTakeoutContents>

export function createTakeoutContents({ now, chatTakeout, promptTransfers, feedback, preferences, users }: ContentDependencies) {
  type Folder = Awaited<ReturnType<ChatTakeout['listFolders']>>[number] & { readonly entries: readonly ZipEntry[] }

  async function describeAccount(owner: TakeoutOwner, folders: readonly Folder[]) {
    const [user, defaults, instructions, given] = await Promise.all([
      users.getMe(owner),
      preferences.getChatDefaults(owner),
      preferences.getPersonalInstructions(owner),
      feedback.listOwnFeedback(owner),
    ])
    return {
      format: 'heddle-account',
      version: 1,
      exported_at: presentTime(now()),
      user: {
        id: user.id,
        name: presentText(user.name),
        email: user.email,
        account: user.account,
        role: user.role,
        language: user.language,
        created_at: presentTime(user.createdAt),
        last_login_at: user.lastLoginAt && presentTime(user.lastLoginAt),
      },
      groups: user.memberships.map(({ role, group }) => ({ role, name: presentText(group.name) })),
      chat_defaults: presentChatDefaults(defaults),
      instructions: presentInstructions(instructions),
      folders: folders.map(({ id, parentId, name, instructions: told, entries }) => ({
        id,
        parent_id: parentId,
        name,
        instructions: told,
        files: entries.map((entry) => entry.name),
      })),
      feedback: given,
    }
  }

  return {
    /** How many chats and files the zip would have, and the bytes of the files. */
    count: (owner: TakeoutOwner) => chatTakeout.count(owner),

    async *listEntries(owner: TakeoutOwner, { timeZone, onDone }: EntryOptions): AsyncGenerator<ZipEntry> {
      const folders = (await chatTakeout.listFolders(owner)).map((folder, index) => ({
        ...folder,
        entries: nameFiles(`F${index + 1}`, folder.files),
      }))
      yield { name: 'README.txt', content: [writeReadme(owner)] }
      yield { name: 'account.json', content: [`${JSON.stringify(await describeAccount(owner, folders), null, 2)}\n`] }
      yield { name: 'prompts.json', content: promptTransfers.writeOwnPrompts(owner) }
      let count = 0
      for await (const chat of chatTakeout.readChats(owner, timeZone)) {
        count += 1
        const number = String(count).padStart(4, '0')
        const stem = `chats/${number} ${toFileStem(chat.title ?? '') || 'chat'}`
        yield { name: `${stem}.md`, content: [chat.markdown] }
        yield { name: `${stem}.json`, content: [chat.json] }
        onDone()
        for (const entry of nameFiles(number, chat.files)) {
          yield entry
          onDone()
        }
      }
      for (const entry of folders.flatMap(({ entries }) => entries)) {
        yield entry
        onDone()
      }
    },
  }
}
