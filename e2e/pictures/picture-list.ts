// The pictures of the help, by the names that its chapters have for them.

const web = (...folders: string[]) => folders.map((folder) => `apps/web/src/${folder}`)

/** For each picture the folders and files whose change may change the screen that it shows. */
export const pictures = {
  'new-chat': web('features/chat/start', 'features/chat/composer', 'features/chat/choice'),
  reply: web('features/chat/message', 'features/chat/thread'),
  sources: web('features/chat/sources'),
  'response-language': web('features/chat/choice'),
  experts: web('pages/assistants/AssistantsPage.tsx', 'features/assistants'),
  share: web('entities/chat/share'),
  search: web('pages/history', 'features/history'),
  'bad-response': web('features/chat/feedback'),
  profile: web('pages/settings/MePage.tsx', 'features/me'),
  models: web('pages/settings/ModelsPage.tsx', 'features/models'),
  builder: web('pages/builder', 'features/builder/canvas', 'features/builder/form'),
  collection: web('pages/knowledge/CollectionPage.tsx', 'features/knowledge/CollectionSources.tsx', 'features/knowledge/collection'),
  users: web('pages/settings/UsersPage.tsx', 'features/users'),
  'admin-home': web('pages/home/AdminHome.tsx', 'features/overview', 'features/usage/TodayTiles.tsx'),
  'usage-summary': web('pages/usage/UsageSummaryPage.tsx', 'features/usage'),
  'usage-users': web('pages/usage/UserUsagePage.tsx', 'features/usage/users'),
  limits: web('pages/settings/LimitsPage.tsx', 'features/limits'),
  'feedback-list': web('pages/settings/FeedbackPage.tsx', 'features/feedback'),
} as const satisfies Record<string, readonly string[]>

export type PictureName = keyof typeof pictures

/** The folder that has one folder for each language. */
export const pictureFolder = 'apps/web/src/features/help/pictures'
