import { z } from 'zod'
import { schemaIds } from './schema-ids.ts'

/** S super user, A administrator, U user. (G, a group, is never a user's role.) */
export const UserRole = z.enum(['S', 'A', 'U'])
export type UserRole = z.infer<typeof UserRole>
schemaIds.add(UserRole, { id: 'UserRole' })

/** A user's role in a group: O owner (shown as administrator), U member. */
export const MembershipRole = z.enum(['O', 'U'])
export type MembershipRole = z.infer<typeof MembershipRole>
schemaIds.add(MembershipRole, { id: 'MembershipRole' })
