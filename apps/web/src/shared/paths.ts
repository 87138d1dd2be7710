// Every address of the application. The snapshot beside it is the list to read.

const withQuery = (path: string, query: Record<string, string | undefined>) => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

export const paths = {
  home: () => '/',
  login: (options: { next?: string } = {}) => withQuery('/login', { next: options.next }),
  secretLogin: () => '/secretlogin',
  ssoLogin: (product: string) => `/login/sso/${encodeURIComponent(product)}`,
  logout: () => '/logout',
  chat: (id: string, options: { messageId?: string } = {}) => withQuery(`/chat/${id}`, { message: options.messageId }),
  newChat: (options: { assistantId?: string } = {}) => withQuery('/chat', { assistant: options.assistantId }),
  chatSearch: (options: { keywords?: string } = {}) => withQuery('/chat/search', { q: options.keywords }),
  sharedChat: (id: string) => `/chat/${id}/view`,
  assistants: () => '/assistant',
  password: (options: { next?: string } = {}) => withQuery('/password', { next: options.next }),
  settings: () => '/settings',
  me: () => '/settings/me',
  groups: () => '/settings/group',
  group: (id: string) => `/settings/group/${id}`,
  users: () => '/settings/user',
  user: (id: string) => `/settings/user/${id}`,
  tenants: () => '/settings/tenant',
  tenant: (id: string) => `/settings/tenant/${id}`,
  feedback: () => '/settings/feedback',
  limits: () => '/settings/limit',
  audit: (options: { targetId?: string } = {}) => withQuery('/settings/audit', { target_id: options.targetId }),
} as const

/** The address in `?next=`, if it leads into this application; anything else leads home. */
export function safeNext(next: string | null): string {
  // A browser reads a backslash as a slash and passes over tabs and line breaks.
  if (!next?.startsWith('/') || next.startsWith('//') || /[\\\t\r\n]/.test(next)) return paths.home()
  return next
}
