// Every path of the application; the snapshot of its test lists them.
import { toOwnPath } from '@heddle/contracts/own-path'

const addQuery = (path: string, query: Record<string, string | undefined>) => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

export const paths = {
  home: () => '/',
  login: (options: { next?: string } = {}) => addQuery('/login', { next: options.next }),
  secretLogin: () => '/secretlogin',
  ssoLogin: (product: string, options: { next?: string } = {}) =>
    addQuery(`/login/sso/${encodeURIComponent(product)}`, { next: options.next }),
  logout: () => '/logout',
  chat: (id: string, options: { messageId?: string } = {}) => addQuery(`/chat/${id}`, { message: options.messageId }),
  newChat: (options: { assistantId?: string; folderId?: string } = {}) =>
    addQuery('/chat', { assistant: options.assistantId, folder: options.folderId }),
  chatSearch: (options: { keywords?: string } = {}) => addQuery('/chat/search', { q: options.keywords }),
  manageChats: () => '/chat/manage',
  sharedChat: (id: string) => `/chat/${id}/view`,
  assistants: (options: { scope?: 'managed' } = {}) => addQuery('/assistant', { scope: options.scope }),
  createAssistant: (options: { copyOf?: string } = {}) => addQuery('/assistant/create', { copy: options.copyOf }),
  assistant: (id: string) => `/assistant/${id}`,
  prompts: (options: { state?: 'suggested' } = {}) => addQuery('/prompt', { state: options.state }),
  createPrompt: (options: { copyOf?: string } = {}) => addQuery('/prompt/create', { copy: options.copyOf }),
  prompt: (id: string) => `/prompt/${id}`,
  collections: () => '/knowledge',
  createCollection: () => '/knowledge/collection/create',
  collection: (id: string, options: { tab?: 'settings'; state?: 'failed' | 'running' } = {}) =>
    addQuery(`/knowledge/collection/${id}`, { tab: options.tab, state: options.state }),
  createSource: (collectionId: string, options: { kind?: 'url' | 'text' } = {}) =>
    addQuery(`/knowledge/collection/${collectionId}/source/create`, { kind: options.kind }),
  retrievalTest: (collectionId: string, options: { tab?: 'questions'; question?: string } = {}) =>
    addQuery(`/knowledge/collection/${collectionId}/search`, { tab: options.tab, question: options.question }),
  source: (collectionId: string, id: string, options: { chunkId?: string } = {}) =>
    addQuery(`/knowledge/collection/${collectionId}/source/${id}`, { chunk: options.chunkId }),
  datasets: () => '/knowledge/dataset',
  createDataset: () => '/knowledge/dataset/create',
  dataset: (id: string, options: { tab?: 'columns' | 'test' | 'evaluations' | 'versions' | 'settings'; row?: number } = {}) =>
    addQuery(`/knowledge/dataset/${id}`, { tab: options.tab, row: options.row?.toString() }),
  datasetImport: (id: string) => `/knowledge/dataset/${id}/import`,
  evalRun: (datasetId: string, id: string) => `/knowledge/dataset/${datasetId}/evaluation/${id}`,
  /** Two runs of an evaluation set side by side, the earlier one first. */
  evalComparison: (datasetId: string, runs: { a?: string; b?: string } = {}) =>
    addQuery(`/knowledge/dataset/${datasetId}/evaluation/compare`, { a: runs.a, b: runs.b }),
  workflows: () => '/workflow',
  createWorkflow: () => '/workflow/create',
  workflow: (id: string) => `/workflow/${id}`,
  usage: () => '/usage',
  ownUsage: () => '/usage/me',
  userUsage: () => '/usage/users',
  userLimits: (id: string) => `/usage/user/${id}/limit`,
  usageSummary: (options: { range?: string; user?: string } = {}) =>
    addQuery('/usage/summary', { range: options.range, user: options.user }),
  tenantUsage: (id: string) => `/usage/tenant/${id}`,
  help: (options: { chapter?: string } = {}) => (options.chapter === undefined ? '/help' : `/help/${options.chapter}`),
  debugChat: (options: { chatId?: string; assistantId?: string } = {}) =>
    addQuery('/debug/chat', { chat: options.chatId, assistant: options.assistantId }),
  debugRun: (id: string) => `/debug/chat/${id}`,
  debugCommon: () => '/debug/common',
  debugBackend: () => '/debug/backend',
  debugLimits: () => '/debug/backend/limit',
  password: (options: { next?: string } = {}) => addQuery('/password', { next: options.next }),
  settings: () => '/settings',
  me: () => '/settings/me',
  ownShares: () => '/settings/me/shared',
  groups: () => '/settings/group',
  group: (id: string) => `/settings/group/${id}`,
  users: () => '/settings/user',
  user: (id: string) => `/settings/user/${id}`,
  tenants: () => '/settings/tenant',
  tenant: (id: string) => `/settings/tenant/${id}`,
  feedback: (options: { rating?: 'bad'; from?: string } = {}) =>
    addQuery('/settings/feedback', { rating: options.rating, from: options.from }),
  models: () => '/settings/model',
  limits: () => '/settings/limit',
  audit: (options: { targetId?: string } = {}) => addQuery('/settings/audit', { target_id: options.targetId }),
} as const

/** Returns the path in `?next=` if it is inside this application, otherwise the home page. */
export function resolveNext(next: string | null): string {
  return toOwnPath(next) ?? paths.home()
}

/** Returns the query parameters that lead back to the wanted page; none for the home page. */
export const toNextSearch = (wanted: string): { next?: string } => (wanted === paths.home() ? {} : { next: wanted })
