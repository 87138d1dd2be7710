// The pages of the settings, one row each; read by the router, the menu of the settings and its guard.
import type { Permission } from '@heddle/contracts/permissions'
import type { FlatNamespace, ParseKeys } from 'i18next'
import type { ComponentType } from 'react'
import type { OwnSession } from '#entities/auth/session.queries.ts'
import type { ChapterId } from '#features/help/chapter-ids.ts'
import { paths } from '#shared/paths.ts'

type Condition = (session: OwnSession) => boolean

export type SettingsPage = {
  path: string
  load: () => Promise<ComponentType>
  namespaces: readonly FlatNamespace[]
  /** Whether the user may open it; every user may without it, as the service decides what each one sees. */
  isOpenTo?: Condition
  /** The chapter of the help that is about it. */
  help: ChapterId
  /** The entry in the menu; links to `path` unless `to` is set. A page without an entry is linked from another page. */
  entry?: { text: ParseKeys<'settings'>; to?: (session: OwnSession) => string; isShownTo?: Condition }
}

const can =
  (permission: Permission): Condition =>
  ({ permissions }) =>
    permissions.includes(permission)
const cannot =
  (permission: Permission): Condition =>
  (session) =>
    !can(permission)(session)
const managesUsersOrOwnsGroup: Condition = (session) =>
  can('manage_users')(session) || session.user.parents.some(({ role }) => role === 'O')

export const settingsPages: readonly SettingsPage[] = [
  {
    path: paths.me(),
    load: async () => (await import('./MePage.tsx')).MePage,
    namespaces: ['settings', 'instruction', 'ready', 'factor', 'form'],
    entry: { text: 'nav.me' },
    help: 'account',
  },
  {
    path: paths.ownShares(),
    load: async () => (await import('./OwnSharesPage.tsx')).OwnSharesPage,
    namespaces: ['share', 'history', 'settings', 'table'],
    entry: { text: 'nav.shared' },
    help: 'sharing',
  },
  {
    path: paths.groups(),
    load: async () => (await import('./GroupsPage.tsx')).GroupsPage,
    namespaces: ['group', 'table'],
    entry: { text: 'nav.groups' },
    help: 'people',
  },
  {
    path: paths.group(':id'),
    load: async () => (await import('./GroupPage.tsx')).GroupPage,
    namespaces: ['group', 'table'],
    help: 'people',
  },
  {
    path: paths.users(),
    load: async () => (await import('./UsersPage.tsx')).UsersPage,
    namespaces: ['user', 'group', 'table'],
    isOpenTo: managesUsersOrOwnsGroup,
    entry: { text: 'nav.users' },
    help: 'people',
  },
  {
    path: paths.user(':id'),
    load: async () => (await import('./UserPage.tsx')).UserPage,
    namespaces: ['user', 'group', 'table'],
    help: 'people',
  },
  {
    path: paths.tenants(),
    load: async () => (await import('./TenantsPage.tsx')).TenantsPage,
    namespaces: ['tenant'],
    isOpenTo: can('read_tenant'),
    entry: { text: 'nav.tenants', isShownTo: can('manage_tenants') },
    help: 'people',
  },
  {
    path: paths.tenant(':id'),
    load: async () => (await import('./TenantPage.tsx')).TenantPage,
    namespaces: ['tenant', 'factor'],
    isOpenTo: can('read_tenant'),
    entry: { text: 'nav.tenant', to: ({ user }) => paths.tenant(user.tenant_id), isShownTo: cannot('manage_tenants') },
    help: 'people',
  },
  {
    path: paths.feedback(),
    load: async () => (await import('./FeedbackPage.tsx')).FeedbackPage,
    namespaces: ['feedback', 'table'],
    isOpenTo: can('read_feedback'),
    entry: { text: 'nav.feedback' },
    help: 'oversight',
  },
  {
    path: paths.models(),
    load: async () => (await import('./ModelsPage.tsx')).ModelsPage,
    namespaces: ['model', 'form'],
    isOpenTo: can('manage_models'),
    entry: { text: 'nav.models' },
    help: 'models',
  },
  {
    path: paths.limits(),
    load: async () => (await import('./LimitsPage.tsx')).LimitsPage,
    namespaces: ['limit', 'table', 'form'],
    isOpenTo: can('manage_usage_limits'),
    entry: { text: 'nav.limits' },
    help: 'usage',
  },
  {
    path: paths.audit(),
    load: async () => (await import('./AuditPage.tsx')).AuditPage,
    namespaces: ['audit', 'table'],
    isOpenTo: can('read_audit'),
    entry: { text: 'nav.audit' },
    help: 'oversight',
  },
]
