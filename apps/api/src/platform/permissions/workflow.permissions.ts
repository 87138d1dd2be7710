// What depends on the tenant of a workflow: who manages workflows manages all of the tenant.
import { type Actor, hasPermission } from './actor.ts'

/** Whether the actor may publish a draft that does not meet the conditions of its workflow. */
export const canOverrideGate = (actor: Pick<Actor, 'role'>, tenant: { readonly adminsOverrideGate: boolean }) =>
  hasPermission(actor, 'manage_workflows') && (actor.role === 'S' || tenant.adminsOverrideGate)
