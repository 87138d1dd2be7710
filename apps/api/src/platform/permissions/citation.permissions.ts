// Who is shown a kept passage of a knowledge collection: those who may read the collection and, of a citation, the owner of the chat, who was
// given it.

/** The id of no group. */
const noGroup = '00000000-0000-0000-0000-000000000000'

/** The group whose members alone may read the collection `k`, to be kept with the passage; null for all. One that is gone has no members. */
export const keptMembersOf = `CASE WHEN k.access = 'workflow' THEN NULL ELSE coalesce(k.group_id, '${noGroup}') END`

/** The group whose members alone may read the passage of the row `s` with its collection `k`, or null. */
const membersOf = "CASE WHEN k.id IS NULL THEN s.members_of WHEN k.access = 'members' THEN k.group_id END"

const isMember = (reader: string) => `EXISTS (SELECT FROM membership x WHERE x.user_id = ${reader}::uuid AND x.group_id = ${membersOf})`

/**
 * The condition for a row `s` with its collection `k`, given the placeholder of the reader's id. A collection that is gone counts as what it
 * was when the passage was kept.
 */
export const passageReadableSql = (reader: string) => `(${membersOf} IS NULL OR ${isMember(reader)})`

/**
 * The condition for a row `s` of message_source with its message `m` and its collection `k`, given the placeholder of the reader's id. A
 * collection that is gone counts as what it was when it was cited. It does not hold for those who may not read the chat at all.
 */
export const citationReadableSql = (reader: string) => `(${membersOf} IS NULL
  OR (SELECT o.owner_id FROM chat o WHERE o.id = m.chat_id) = ${reader}::uuid
  OR ${isMember(reader)})`

/**
 * The condition for the same row under which its collection shows the original to the reader: it shows originals, and the reader may still
 * read it. Null once the collection is gone.
 */
export const showsOriginalSql = (reader: string) => `(k.allows_preview AND (k.access = 'workflow'
  OR EXISTS (SELECT FROM membership x WHERE x.user_id = ${reader}::uuid AND x.group_id = k.group_id)))`
