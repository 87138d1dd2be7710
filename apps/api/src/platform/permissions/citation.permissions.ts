// Who is shown what a reply cites: a passage of a knowledge collection those who may read the collection, and the owner of the chat, who was
// given it; rows of a dataset only those who may read that now.
import { keptReadableSql } from './resource.permissions.ts'

/** The condition for a passage: one of a file has no such group. */
const passageReadableSql = (reader: string) =>
  keptReadableSql(reader, { exception: `(SELECT o.owner_id FROM chat o WHERE o.id = m.chat_id) = ${reader}::uuid` })

/** The condition for rows: the reader may read each dataset that they are of. Its owner is no exception. */
const rowsReadableSql = (reader: string) => `NOT EXISTS (
    SELECT FROM message_source_dataset e LEFT JOIN dataset g ON g.id = e.dataset_id
    WHERE e.source_id = s.id AND NOT ${keptReadableSql(reader, { row: 'e', resource: 'g' })})`

/**
 * The condition for a row `s` of message_source with its message `m` and its collection `k`, given the placeholder of the reader's id. A
 * collection or dataset that is gone counts as what it was when it was cited. It does not hold for those who may not read the chat at all.
 */
export const citationReadableSql = (reader: string) =>
  `CASE WHEN s.rows IS NULL THEN ${passageReadableSql(reader)} ELSE ${rowsReadableSql(reader)} END`

/**
 * The condition for the same row under which its collection shows the original to the reader: it shows originals, and the reader may still
 * read it. Null once the collection is gone.
 */
export const showsOriginalSql = (reader: string) => `(k.allows_preview AND (k.access = 'workflow'
  OR EXISTS (SELECT FROM membership x WHERE x.user_id = ${reader}::uuid AND x.group_id = k.group_id)))`
