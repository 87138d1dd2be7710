// Builders of wire entities for tests: complete and plausible, with overrides for what the test is about.
import type { getMe } from '@heddle/contracts/auth/auth'
import type { Assistant, AssistantDetail, AssistantWorkflow } from '@heddle/contracts/assistant/assistant'
import type { ChatProfile, ChatSummary } from '@heddle/contracts/chat/chat'
import type { ChatFolder } from '@heddle/contracts/chat/folder'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import type { Collection } from '@heddle/contracts/collection/collection'
import type { ManagedModel } from '@heddle/contracts/model/model'
import { ModelFindings } from '@heddle/contracts/model/model-finding'
import type { Source } from '@heddle/contracts/collection/source'
import type { Prompt } from '@heddle/contracts/prompt/prompt'
import { listPermissions } from '@heddle/contracts/permissions'
import type { PublicConfig } from '@heddle/contracts/system/system'
import type { User } from '@heddle/contracts/user/user'

export const id = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`

export const buildChatSummary = (given: Partial<ChatSummary> = {}): ChatSummary => ({
  id: id(1),
  title: 'Colour fastness of wool',
  explicitly_public: false,
  is_shared: false,
  folder_id: null,
  is_pinned: false,
  is_archived: false,
  is_generating: false,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  abilities: { write: true, share: true, delete: true, fork: false, unshare: false },
  ...given,
})

export const buildChatFolder = (given: Partial<ChatFolder> = {}): ChatFolder => ({
  id: id(9),
  name: 'Dyeing',
  color: null,
  parent_id: null,
  position: 0,
  assistant_id: null,
  instructions: '',
  chat_count: 0,
  revision: 0,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  ...given,
})

export const buildChatProfile = (given: Partial<ChatProfile> = {}): ChatProfile => ({
  ...buildChatSummary(),
  conversation_id: id(2),
  version: 1,
  owner: { id: id(3), name: { default: 'Member' }, is_deleted: false },
  assistant: null,
  model: null,
  response_language: 'en',
  uses_instructions: true,
  temporary_until: null,
  request_limit: 50,
  remaining_requests: 49,
  shared: null,
  ...given,
})

export const buildAssistant = (given: Partial<Assistant> = {}): Assistant => ({
  id: id(5),
  name: { default: 'Textile guide' },
  description: { default: 'Knows fibres' },
  recommended_questions: [{ title: { default: 'Heddles' }, content: { default: 'What is a heddle?' } }],
  is_public: true,
  is_favorite: false,
  accepts_files: true,
  color: null,
  picture: null,
  revision: 0,
  group: { id: id(6), name: { default: 'Lab' } },
  updated_at: '2026-01-01T00:00:00Z',
  abilities: { use: true, edit: false, delete: false, make_public: false },
  ...given,
})

export const buildAssistantWorkflow = (given: Partial<AssistantWorkflow> = {}): AssistantWorkflow => ({
  id: id(8),
  name: { default: 'Plain chat' },
  description: { default: '' },
  allow_user_prompt: true,
  accepts_files: true,
  restricted_to: null,
  ...given,
})

/** Returns an assistant as its editors read it. */
export const buildAssistantDetail = (given: Partial<AssistantDetail> = {}): AssistantDetail => ({
  ...buildAssistant({ is_public: false, abilities: { use: true, edit: true, delete: true, make_public: true } }),
  configuration: { workflow: buildAssistantWorkflow(), user_prompt: '', usage: { chats: 0, last_used_at: null } },
  ...given,
})

export const buildPrompt = (given: Partial<Prompt> = {}): Prompt => ({
  id: id(90),
  scope: 'mine',
  group: null,
  state: 'offered',
  name: { default: 'Compare fibers' },
  description: { default: '' },
  text: { default: 'Compare cotton and wool.' },
  tags: [],
  variables: [],
  assistant_id: null,
  used_at: null,
  updated_at: '2026-11-20T08:00:00.000Z',
  abilities: { write: true, accept: false },
  version: 1,
  created_by: { id: id(3), name: { default: 'Member' } },
  revision: 0,
  created_at: '2026-11-20T08:00:00.000Z',
  ...given,
})

export const buildUser = (given: Partial<User> = {}): User => ({
  id: id(3),
  tenant_id: id(4),
  name: { default: 'Member' },
  email: 'member@heddle.test',
  account: 'member',
  role: 'U',
  status: 'active',
  language: 'en',
  parents: [],
  children: [],
  providers: [],
  must_change_password: false,
  has_second_factor: false,
  last_login_at: '2026-11-20T08:00:00.000Z',
  created_at: '2026-11-01T08:00:00.000Z',
  revision: 0,
  abilities: {
    edit: true,
    change_email: true,
    change_role: false,
    change_status: false,
    reset_password: false,
    reset_second_factor: false,
    delete: false,
  },
  ...given,
})

/** Returns the response of `getMe` for a user. */
export const buildSession = (given: Partial<User> = {}): EndpointResponse<typeof getMe> => {
  const user = buildUser(given)
  return {
    user,
    tenant: {
      id: user.tenant_id,
      name: { default: 'Textile Institute' },
      product_name: 'Heddle',
      licensed_by: 'Heddle',
      primary_color: null,
      logo: null,
      users_choose_theme: false,
      languages: ['zhHant', 'en', 'ja', 'th', 'vi'],
      default_language: 'zhHant',
      time_zone: 'Asia/Taipei',
    },
    permissions: listPermissions(user.role),
    is_tour_due: false,
    has_debug_views: false,
    second_factor: { is_enrolled: false, required_from: null, reset_at: null },
    may_have_temporary_chats: false,
  }
}

export const buildConfig = (given: Partial<PublicConfig> = {}): PublicConfig => ({
  product_name: 'Heddle',
  licensed_by: 'Heddle',
  version: '1.0.0',
  languages: ['zhHant', 'en', 'ja', 'th', 'vi'],
  default_language: 'zhHant',
  primary_color: null,
  logo: null,
  login_methods: [{ key: 'email', type: 'email', label: null }],
  passkey_login: false,
  error_reporting: null,
  limits: {
    message_characters: 32_000,
    files_per_upload: 3,
    max_file_mb: 20,
    requests_per_chat: 50,
    low_remaining_requests: 5,
    requests_per_second: 1_000,
  },
  ...given,
})

export const buildCollection = (given: Partial<Collection> = {}): Collection => ({
  id: id(8),
  name: { default: 'Standards' },
  description: { default: '' },
  group: { id: id(9), name: { default: 'Laboratory' } },
  access: 'workflow',
  state: 'ready',
  is_paused: false,
  sources: { indexed: 3 },
  chunk_count: 12,
  size: 100,
  copyright: { default: '' },
  allows_preview: true,
  ocr: false,
  rerank_model: null,
  index: { chunk_strategy: 'structure', chunk_tokens: 400, overlap_tokens: 0, embedding_model: null },
  reindex: null,
  revision: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...given,
})

/** An indexed web page that was fetched once. */
export const buildSource = (given: Partial<Source> = {}): Source => ({
  id: id(10),
  kind: 'url',
  title: 'Loom care',
  version_id: id(11),
  file_name: 'page.html',
  folder: null,
  media_type: 'text/html',
  url: 'https://looms.example/care',
  recurrence: null,
  checked_at: null,
  due_at: null,
  sync_failures: 0,
  tags: [],
  language: 'en',
  enabled: true,
  valid_from: null,
  valid_until: null,
  replaced_by: null,
  state: 'indexed',
  failure: null,
  progress: { pages: { done: 1, total: 1 }, chunks: { done: 1, total: 1 } },
  is_searchable: true,
  page_count: 1,
  chunk_count: 1,
  size: 100,
  warnings: [],
  findings: [],
  reading: {},
  revision: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...given,
})

const unknown = { value: 'unknown', source: null } as const

export const buildManagedModel = (given: Partial<ManagedModel> = {}): ManagedModel => ({
  id: id(40),
  endpoint_id: id(41),
  name: 'Weaver',
  upstream_name: 'weaver-7b',
  kind: 'chat',
  context_tokens: 32_768,
  max_output_tokens: null,
  capabilities: { images: unknown, reasoning: unknown, json_schema: unknown },
  embedding: null,
  reasoning_format: 'auto',
  refused_parameters: [],
  findings: ModelFindings.parse({}),
  fallback_model_id: null,
  prices: [],
  enabled: true,
  is_default: false,
  last_test: null,
  revision: 3,
  created_at: '2026-11-20T08:30:00.000Z',
  updated_at: '2026-11-20T08:30:00.000Z',
  abilities: { delete: true },
  ...given,
})
