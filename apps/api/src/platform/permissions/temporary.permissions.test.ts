// Who may begin a temporary chat, and that every query that reads chats or what they hold has decided which it sees.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canHaveTemporaryChats } from './temporary.permissions.ts'

test.each([
  ['allowed', [], true],
  ['allowed', ['other'], true],
  ['forbidden', ['own'], false],
  ['groups', [], false],
  ['groups', ['other'], false],
  ['groups', ['other', 'own'], true],
] as const)('where they are %s, of the groups %j, a member may begin one: %s', (temporaryChats, temporaryChatGroupIds, expected) => {
  const actor = { id: 'a', tenantId: 't', role: 'U', memberships: [{ groupId: 'own', role: 'U' }] } as const
  expect(canHaveTemporaryChats(actor, { temporaryChats, temporaryChatGroupIds })).toBe(expected)
})

const tables = [
  'chat',
  'message',
  'message_source',
  'chat_file',
  'chat_file_message',
  'chat_file_page',
  'running_reply',
  'reply_chunk',
  'chat_text',
  'search_pending',
]
const inSql = new RegExp(String.raw`\b(FROM|JOIN|INTO|UPDATE|USING) (${tables.join('|')})\b`)
const inPrisma =
  /\.(chat|message|messageSource|chatFile|chatFilePage|runningReply|replyChunk|chatText|searchPending)\.(find|update|upsert|create|delete|count|aggregate|groupBy)\w*\(/
const asks = /\b(seesTemporary|whereTemporary)\(/

/** Queries that see every chat, by why that shows nothing of a temporary one to another or after its end. */
const exceptions: Record<string, readonly string[]> = {
  'Of a chat, message or file that its caller has found by a query that asks': [
    'modules/chat/file/file.repository.ts createChatFileRepository',
    'modules/chat/file/file.sql.ts findUnsentFiles',
    'modules/chat/share/seen.sql.ts copyChat',
    'modules/chat/share/seen.sql.ts pathAndReaders',
    'modules/chat/share/seen.sql.ts previewShare',
    'modules/chat/share/seen.sql.ts withheldSources',
    'modules/chat/share/share.repository.ts hasEnded',
    'modules/chat/share/share.repository.ts takeTurn',
    'modules/message/citation/citation.sql.ts listMessageSources',
    'modules/message/citation/citation.sql.ts shownPath',
    'modules/message/citation/citation.sql.ts sourceJoins',
    'modules/message/citation/original.sql.ts findCited',
    'modules/message/current-text.sql.ts currentSteps',
    'modules/message/message.sql.ts findDepths',
    'modules/message/message.sql.ts findTold',
    'modules/message/message.sql.ts loadCompared',
    'modules/message/message.sql.ts loadTree',
    'modules/message/message.sql.ts pageOfPath',
    'modules/message/message.sql.ts pathFromLeaf',
    'modules/message/message.sql.ts selectMessages',
    'modules/reply/accept/accept-message.sql.ts loadHistory',
    'modules/reply/supervise/stop-request.sql.ts requestStop',
    'modules/run/files/context-files.sql.ts findPathFiles',
    'modules/run/files/context-files.sql.ts loadFilePages',
    'modules/feedback/feedback.sql.ts loadConversation',
    'modules/feedback/feedback.sql.ts saveFeedback',
    'platform/permissions/citation.permissions.ts passageReadableSql',
  ],
  'Of chats that `selectChats` has listed': [
    'modules/chat/chat.sql.ts chatListColumns',
    'modules/chat/chat.sql.ts listChats',
    'modules/chat/history/search.sql.ts findMessages',
    'modules/chat/history/search.sql.ts searchChats',
  ],
  'Of what waits for the search, which has nothing of a temporary chat by the trigger `note_for_search`': [
    'modules/chat/history/search-index.sql.ts deletePending',
    'modules/chat/history/search-index.sql.ts findPendingMessages',
    'modules/chat/history/search-index.sql.ts findSegments',
    'modules/chat/history/search-index.sql.ts isQuiet',
    'modules/chat/history/search-index.sql.ts lockChats',
    'modules/chat/history/search-index.sql.ts writeSegments',
  ],
  'Of folders, which have no temporary chat by a constraint of the table': ['modules/chat/folder/folder.sql.ts findFolders'],
  'Of comparisons, which no temporary chat has: none is begun in it, and no chat that is there becomes temporary': [
    'modules/feedback/vote/vote.sql.ts lockComparison',
    'modules/message/comparison.sql.ts isOpenComparison',
  ],
  'Writes what the caller has sealed': [
    'modules/chat/file/file.sql.ts insertFiles',
    'modules/message/citation/citation.sql.ts deleteSources',
    'modules/message/citation/citation.sql.ts saveSources',
    'modules/reply/accept/question-files.sql.ts attachFiles',
    'modules/reply/persist/end-reply.sql.ts endReply',
    'modules/reply/persist/running-reply.sql.ts rewriteReplies',
    'modules/reply/persist/running-reply.sql.ts saveReplies',
  ],
  'Of shares, which no temporary chat has: it cannot be shared, and no chat that is there becomes temporary': [
    'modules/chat/share/seen.sql.ts findSharedWith',
    'modules/chat/share/seen.sql.ts noteOpened',
    'modules/chat/share/share.repository.ts endWhere',
    'modules/chat/share/share.repository.ts findShares',
    'platform/permissions/chat.permissions.ts widestFirst',
  ],
  'Opens the chat that `lockTemporaryChat` has found': [
    'modules/chat/sealed/temporary.sql.ts listSealedFiles',
    'modules/chat/sealed/temporary.sql.ts listSealedMessages',
    'modules/chat/sealed/temporary.sql.ts listSealedSources',
    'modules/chat/sealed/temporary.sql.ts makeOrdinary',
    'modules/chat/sealed/temporary.sql.ts rewritePages',
    'modules/chat/sealed/temporary.sql.ts writeFiles',
    'modules/chat/sealed/temporary.sql.ts writeMessages',
    'modules/chat/sealed/temporary.sql.ts writeSources',
  ],
  'Deletes, ends or counts, and shows no text': [
    'modules/assistant/assistant-edit.repository.ts createAssistantEditRepository',
    'modules/chat/file/file.sql.ts deleteOldTestFiles',
    'modules/chat/private-chats.sql.ts deletePrivateChats',
    'modules/chat/private-chats.sql.ts forgetToldContexts',
    'modules/collection/source/detach-sources.ts detachSources',
    'modules/feedback/forget-questions.ts forgetQuestionsOfUser',
    'modules/reply/supervise/stop-request.sql.ts requestStopOfUsers',
    'modules/reply/sweep/orphans.sql.ts findOrphans',
    'modules/tenant/tenant.repository.ts createTenantRepository',
    'modules/usage-limit/settled-usage.sql.ts releaseStaleReservations',
    'modules/user/user-status.repository.ts createUserStatusRepository',
  ],
}

/** The top-level parts of the sources that query the tables and do not ask, as `file name`. */
function listUndecided(): string[] {
  const root = join(import.meta.dirname, '../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split(/^(?=(?:export |async |const |function ))/m)
      .filter((part) => (inSql.test(part) || inPrisma.test(part)) && !asks.test(part))
      .map((part) => `${file.replaceAll('\\', '/')} ${/(?:const|function) (\w+)/.exec(part)?.[1] ?? ''}`),
  )
}

test('every query over chats and what they hold decides what it sees of temporary ones, or says why it need not', () => {
  const expected = Object.values(exceptions).flat()
  expect(listUndecided().toSorted()).toEqual(expected.toSorted())
})
