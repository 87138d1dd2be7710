import { z } from 'zod'
import { Language } from './languages.ts'
import { Id, LocalizedText } from './wire.ts'

/** S super user, A administrator, U user. (G, a group, is never a user's role.) */
export const UserRole = z.enum(['S', 'A', 'U'])
export type UserRole = z.infer<typeof UserRole>

/** A user's role in a group: O owner (shown as administrator), U member. */
export const MembershipRole = z.enum(['O', 'U'])
export type MembershipRole = z.infer<typeof MembershipRole>

export const User = z.object({
  id: Id,
  tenant_id: Id,
  name: LocalizedText,
  email: z.string(),
  account: z.string().nullable(),
  role: UserRole,
  language: Language,
  /** The groups that the user belongs to, with the role in each. */
  parents: z.array(z.object({ id: Id, role: MembershipRole, name: LocalizedText })),
  children: z.array(z.object({ id: Id })),
  abilities: z.object({
    /** Sees the administrator's tools: workflows, knowledge, the theme switch. */
    administer: z.boolean(),
  }),
})
export type User = z.infer<typeof User>
