// What a role may do wherever in its tenant, by name. What depends on the thing too is decided where the thing is read.
import { z } from 'zod'
import type { UserRole } from './roles.ts'
import { schemaIds } from './schema-ids.ts'

export const permissions = [
  'administer',
  'manage_users',
  'change_roles',
  'manage_groups',
  'read_tenant',
  'manage_tenants',
  'read_audit',
  'read_feedback',
  'read_usage',
  'manage_usage_limits',
  'manage_models',
  'manage_workflows',
  'manage_knowledge',
] as const

export const Permission = z.enum(permissions)
export type Permission = z.infer<typeof Permission>
schemaIds.add(Permission, { id: 'Permission' })

/** The roles that have a permission (design, section 7). */
export const rolesWith: Readonly<Record<Permission, readonly UserRole[]>> = {
  /** See the administrator's tools: workflows, knowledge, the theme switch. */
  administer: ['S', 'A'],
  /** Create, import, disable and delete users, and set their passwords. */
  manage_users: ['S', 'A'],
  change_roles: ['S'],
  /** Create and delete groups. */
  manage_groups: ['S', 'A'],
  /** And change what touches no other tenant; an administrator the own one only. */
  read_tenant: ['S', 'A'],
  manage_tenants: ['S'],
  read_audit: ['S', 'A'],
  read_feedback: ['S', 'A'],
  /** What the users and the tenant have used; everybody reads the own usage. */
  read_usage: ['S', 'A'],
  manage_usage_limits: ['S', 'A'],
  /** Connect model endpoints, and offer their models. */
  manage_models: ['S', 'A'],
  manage_workflows: ['S', 'A'],
  manage_knowledge: ['S', 'A'],
}

/** The permissions of a role, in their order. */
export const listPermissions = (role: UserRole): Permission[] => permissions.filter((permission) => rolesWith[permission].includes(role))
