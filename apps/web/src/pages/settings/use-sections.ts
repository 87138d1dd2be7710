import { useMe, usePermission } from '#entities/session/session.queries.ts'
import { paths } from '#shared/paths.ts'

export type Section = {
  key: 'me' | 'groups' | 'users' | 'tenants' | 'tenant' | 'feedback' | 'limits' | 'audit'
  to: string
  isOpen: boolean
}

/** The sections of the settings that the signed-in user has use for, and whether an address is in one of them. */
export function useSections() {
  const me = useMe()
  const managesUsers = usePermission('manage_users')
  const managesTenants = usePermission('manage_tenants')
  const readsTenant = usePermission('read_tenant')
  const readsFeedback = usePermission('read_feedback')
  const managesLimits = usePermission('manage_usage_limits')
  const readsAudit = usePermission('read_audit')
  const ownsGroup = me.parents.some(({ role }) => role === 'O')

  const sections: Section[] = [
    { key: 'me', to: paths.me(), isOpen: true },
    { key: 'groups', to: paths.groups(), isOpen: true },
    { key: 'users', to: paths.users(), isOpen: managesUsers || ownsGroup },
    managesTenants
      ? { key: 'tenants', to: paths.tenants(), isOpen: true }
      : { key: 'tenant', to: paths.tenant(me.tenant_id), isOpen: readsTenant },
    { key: 'feedback', to: paths.feedback(), isOpen: readsFeedback },
    { key: 'limits', to: paths.limits(), isOpen: managesLimits },
    { key: 'audit', to: paths.audit(), isOpen: readsAudit },
  ]

  /** One user's page is left to the service: anyone may see the own, and administrators' answers say the rest. */
  function mayOpen(pathname: string): boolean {
    if (pathname.startsWith(paths.tenants())) return readsTenant
    if (pathname.startsWith(paths.feedback())) return readsFeedback
    if (pathname.startsWith(paths.limits())) return managesLimits
    if (pathname.startsWith(paths.audit())) return readsAudit
    return pathname !== paths.users() || managesUsers || ownsGroup
  }

  return { sections: sections.filter(({ isOpen }) => isOpen), mayOpen }
}
