// Who is shown a cited passage of a knowledge collection: those who may read the collection, and the owner of the chat, who was given it.
import { keptReadableSql } from './resource.permissions.ts'

/**
 * The condition for a row `s` of message_source with its message `m` and its collection `k`, given the placeholder of the reader's id. A
 * collection that is gone counts as what it was when it was cited. It does not hold for those who may not read the chat at all.
 */
export const citationReadableSql = (reader: string) =>
  keptReadableSql(reader, `(SELECT o.owner_id FROM chat o WHERE o.id = m.chat_id) = ${reader}::uuid`)

/**
 * The condition for the same row under which its collection shows the original to the reader: it shows originals, and the reader may still
 * read it. Null once the collection is gone.
 */
export const showsOriginalSql = (reader: string) => `(k.allows_preview AND (k.access = 'workflow'
  OR EXISTS (SELECT FROM membership x WHERE x.user_id = ${reader}::uuid AND x.group_id = k.group_id)))`
