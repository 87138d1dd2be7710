// Reads the facts that the rules need about all holders of open streams. Prisma cannot say it: one statement joins a list of claims.
import type { Permission } from '@heddle/contracts/permissions'
import type { Pool } from 'pg'
import type { ActorAccess } from './actor.ts'
import type { AssistantFacts } from './assistant.permissions.ts'
import { type ChatAccess, readerShareSql } from './chat.permissions.ts'
import { actorColumns } from './credential.sql.ts'
import { seesTemporary } from './temporary.permissions.ts'
import { type CredentialFacts, type Identity, isValidAt } from './credential.ts'

/** The user of a stream or a run: an actor, whose credential has to be valid too, or only a user when it continues without, as a reply does. */
export type Holder = Pick<Identity, 'id' | 'tenantId'> & Partial<Pick<Identity, 'credential'>>

/** The right that the holder has to keep, besides being an active user. */
export type Right = {
  /** To read the chat. */
  readonly chatId?: string
  /** Besides, to follow this reply of it. */
  readonly replyId?: string
  /** To use the assistant. */
  readonly assistantId?: string
  readonly permission?: Permission
}

export type Claim = { readonly holder: Holder; readonly right: Right }

/** The facts for one claim; null for what the claim does not name or what no longer exists. */
export type ClaimFacts = {
  /** Null when the user is not active or has to change the password, and when the credential has ended. */
  readonly access: ActorAccess | null
  readonly chat: ChatAccess | null
  readonly assistant: AssistantFacts | null
}

type FactsRow = Pick<ClaimFacts, 'chat' | 'assistant'> &
  Pick<ActorAccess, 'role' | 'memberships'> &
  CredentialFacts & { readonly position: number; readonly mustChangePassword: boolean }

const claimFactsQuery = `
  SELECT w.position::int - 1 AS position, ${actorColumns('w.session_id', 'w.token_version')},
    CASE WHEN c.id IS NOT NULL THEN json_build_object('ownerId', c.owner_id, 'tenantId', c.tenant_id, 'share', ${readerShareSql('u.id')}) END AS chat,
    CASE WHEN a.id IS NOT NULL THEN json_build_object('tenantId', a.tenant_id, 'groupId', a.group_id, 'createdById', a.created_by_id,
      'isPublic', a.is_public, 'workflow', json_build_object('groupId', f.group_id, 'openToAllGroups', f.open_to_all_groups)) END AS assistant
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::uuid[], $6::uuid[])
    WITH ORDINALITY AS w(user_id, tenant_id, session_id, token_version, chat_id, assistant_id, position)
  JOIN "user" u ON u.id = w.user_id AND u.tenant_id = w.tenant_id
  LEFT JOIN chat c ON c.id = w.chat_id AND ${seesTemporary('open')}
  LEFT JOIN assistant a ON a.id = w.assistant_id
  LEFT JOIN workflow f ON f.id = a.workflow_id`

/** Returns the facts of each claim, in the order of the claims; null for a deleted user. */
export async function findClaimFacts(pool: Pool, claims: readonly Claim[], now: Date): Promise<(ClaimFacts | null)[]> {
  const { rows } = await pool.query<FactsRow>({
    name: 'find-claim-facts',
    text: claimFactsQuery,
    values: [
      claims.map(({ holder }) => holder.id),
      claims.map(({ holder }) => holder.tenantId),
      claims.map(({ holder }) => holder.credential?.sessionId ?? null),
      claims.map(({ holder }) => holder.credential?.tokenVersion ?? null),
      claims.map(({ right }) => right.chatId ?? null),
      claims.map(({ right }) => right.assistantId ?? null),
    ],
  })
  const facts: (ClaimFacts | null)[] = claims.map(() => null)
  for (const { position, mustChangePassword, role, memberships, chat, assistant, ...credential } of rows) {
    const holder = claims[position]?.holder
    if (!holder) continue
    // A request finds a user who must change the password too, whom only the policy `own_session` admits.
    const hasAccess = !mustChangePassword && isValidAt(credential, holder.credential, now)
    facts[position] = { access: hasAccess ? { id: holder.id, tenantId: holder.tenantId, role, memberships } : null, chat, assistant }
  }
  return facts
}
