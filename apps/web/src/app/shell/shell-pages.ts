// The pages inside the shell, one row each; read by the router and the drawer.
import type { Permission } from '@heddle/contracts/permissions'
import type { FlatNamespace } from 'i18next'
import type { ComponentType } from 'react'
import type { ChapterId } from '#features/help/chapter-ids.ts'
import type shell from '#i18n/locales/en/shell.json'
import { paths } from '#shared/paths.ts'

export type DrawerKey = keyof (typeof shell)['menu']

export type ShellPage = {
  path: string
  load: () => Promise<ComponentType>
  namespaces: readonly FlatNamespace[]
  /**
   * The entry in the drawer, in the section of the administrators' tools if it is a tool. A page without an entry is linked from another
   * page.
   */
  entry?: { key: DrawerKey; hasSubpages?: boolean; isTool?: boolean }
  /** Open only to users with the permission. */
  permission?: Permission
  /** The chapter of the help that is about it. */
  help?: ChapterId
  /** The one that an administrator is led to instead. */
  helpOfAdministrators?: ChapterId
}

export const shellPages: readonly ShellPage[] = [
  {
    path: paths.home(),
    load: async () => (await import('#pages/home/HomePage.tsx')).HomePage,
    namespaces: ['home', 'assistant', 'history', 'chat'],
    entry: { key: 'home' },
    help: 'first-chat',
    helpOfAdministrators: 'set-up',
  },
  {
    path: paths.newChat(),
    load: async () => (await import('#pages/chat/NewChatPage.tsx')).NewChatPage,
    namespaces: ['chat', 'reading', 'assistant', 'markdown'],
    entry: { key: 'newChat' },
    help: 'first-chat',
  },
  {
    path: paths.chat(':id'),
    load: async () => (await import('#pages/chat/ChatPage.tsx')).ChatPage,
    namespaces: ['chat', 'reading', 'assistant', 'markdown'],
    help: 'first-chat',
  },
  {
    path: paths.chatSearch(),
    load: async () => (await import('#pages/history/HistoryPage.tsx')).HistoryPage,
    namespaces: ['history', 'table'],
    entry: { key: 'searchChats' },
    help: 'search',
  },
  {
    path: paths.manageChats(),
    load: async () => (await import('#pages/history/ManageChatsPage.tsx')).ManageChatsPage,
    namespaces: ['history', 'folder', 'manage', 'table'],
    help: 'search',
  },
  {
    path: paths.sharedChat(':id'),
    load: async () => (await import('#pages/chat/SharedChatPage.tsx')).SharedChatPage,
    namespaces: ['chat', 'reading', 'markdown', 'share'],
    help: 'sharing',
  },
  {
    path: paths.assistants(),
    load: async () => (await import('#pages/assistants/AssistantsPage.tsx')).AssistantsPage,
    namespaces: ['assistant'],
    entry: { key: 'assistants', hasSubpages: true },
    help: 'experts',
  },
  {
    path: paths.createAssistant(),
    load: async () => (await import('#pages/assistants/CreateAssistantPage.tsx')).CreateAssistantPage,
    namespaces: ['assistant', 'form', 'chat', 'table'],
    help: 'experts',
  },
  {
    path: paths.assistant(':id'),
    load: async () => (await import('#pages/assistants/EditAssistantPage.tsx')).EditAssistantPage,
    namespaces: ['assistant', 'form', 'chat', 'table'],
    help: 'experts',
  },
  {
    path: paths.prompts(),
    load: async () => (await import('#pages/prompts/PromptsPage.tsx')).PromptsPage,
    namespaces: ['prompt', 'table', 'form'],
    entry: { key: 'prompts', hasSubpages: true },
    help: 'prompts',
  },
  {
    path: paths.prompt(':id'),
    load: async () => (await import('#pages/prompts/PromptPage.tsx')).PromptPage,
    namespaces: ['prompt', 'table', 'form'],
    help: 'prompts',
  },
  {
    path: paths.collections(),
    load: async () => (await import('#pages/knowledge/CollectionsPage.tsx')).CollectionsPage,
    namespaces: ['knowledge', 'table'],
    entry: { key: 'collections', hasSubpages: true },
    permission: 'manage_knowledge',
    help: 'knowledge',
  },
  {
    path: paths.createCollection(),
    load: async () => (await import('#pages/knowledge/CreateCollectionPage.tsx')).CreateCollectionPage,
    namespaces: ['knowledge', 'table', 'form'],
    permission: 'manage_knowledge',
    help: 'knowledge',
  },
  {
    path: paths.createSource(':id'),
    load: async () => (await import('#pages/knowledge/CreateSourcePage.tsx')).CreateSourcePage,
    namespaces: ['knowledge', 'table', 'form'],
    permission: 'manage_knowledge',
    help: 'knowledge',
  },
  {
    path: paths.collection(':id'),
    load: async () => (await import('#pages/knowledge/CollectionPage.tsx')).CollectionPage,
    namespaces: ['knowledge', 'reading', 'table', 'form'],
    permission: 'manage_knowledge',
    help: 'knowledge',
  },
  {
    path: paths.retrievalTest(':id'),
    load: async () => (await import('#pages/knowledge/RetrievalTestPage.tsx')).RetrievalTestPage,
    namespaces: ['retrieval', 'knowledge', 'table', 'form'],
    permission: 'manage_knowledge',
    help: 'knowledge',
  },
  {
    path: paths.source(':id', ':sourceId'),
    load: async () => (await import('#pages/knowledge/SourcePage.tsx')).SourcePage,
    namespaces: ['passage', 'reading', 'knowledge', 'document', 'form', 'table'],
    permission: 'manage_knowledge',
    help: 'knowledge',
  },
  {
    path: paths.workflow(':id'),
    load: async () => (await import('#pages/builder/BuilderPage.tsx')).BuilderPage,
    namespaces: ['builder', 'workflow', 'form', 'table'],
    permission: 'manage_workflows',
    help: 'workflows',
  },
  {
    path: paths.workflows(),
    load: async () => (await import('#pages/workflows/WorkflowsPage.tsx')).WorkflowsPage,
    namespaces: ['workflow', 'table', 'form'],
    entry: { key: 'workflows', hasSubpages: true, isTool: true },
    permission: 'manage_workflows',
    help: 'workflows',
  },
  {
    path: paths.createWorkflow(),
    load: async () => (await import('#pages/workflows/CreateWorkflowPage.tsx')).CreateWorkflowPage,
    namespaces: ['workflow', 'table', 'form'],
    permission: 'manage_workflows',
    help: 'workflows',
  },
  {
    path: paths.datasets(),
    load: async () => (await import('#pages/knowledge/DatasetsPage.tsx')).DatasetsPage,
    namespaces: ['dataset', 'table'],
    entry: { key: 'datasets', hasSubpages: true, isTool: true },
    permission: 'manage_knowledge',
    help: 'datasets',
  },
  {
    path: paths.createDataset(),
    load: async () => (await import('#pages/knowledge/CreateDatasetPage.tsx')).CreateDatasetPage,
    namespaces: ['dataset', 'table', 'form'],
    permission: 'manage_knowledge',
    help: 'datasets',
  },
  {
    path: paths.dataset(':id'),
    load: async () => (await import('#pages/knowledge/DatasetPage.tsx')).DatasetPage,
    namespaces: ['dataset', 'table', 'form'],
    permission: 'manage_knowledge',
    help: 'datasets',
  },
  {
    path: paths.evalComparison(':id'),
    load: async () => (await import('#pages/knowledge/EvalComparisonPage.tsx')).EvalComparisonPage,
    namespaces: ['evaluation', 'table'],
    permission: 'manage_knowledge',
    help: 'evaluation',
  },
  {
    path: paths.evalRun(':id', ':runId'),
    load: async () => (await import('#pages/knowledge/EvalRunPage.tsx')).EvalRunPage,
    namespaces: ['evaluation', 'testing', 'markdown', 'table'],
    permission: 'manage_knowledge',
    help: 'evaluation',
  },
  {
    path: paths.datasetImport(':id'),
    load: async () => (await import('#pages/knowledge/DatasetImportPage.tsx')).DatasetImportPage,
    namespaces: ['import', 'dataset', 'table', 'form'],
    permission: 'manage_knowledge',
    help: 'datasets',
  },
  {
    path: paths.ownUsage(),
    load: async () => (await import('#pages/usage/OwnUsagePage.tsx')).OwnUsagePage,
    namespaces: ['usage', 'table'],
    help: 'limits',
  },
  {
    path: paths.userUsage(),
    load: async () => (await import('#pages/usage/UserUsagePage.tsx')).UserUsagePage,
    namespaces: ['usage', 'table'],
    permission: 'read_usage',
    help: 'reports',
  },
  {
    path: paths.userLimits(':id'),
    load: async () => (await import('#pages/usage/UserLimitsPage.tsx')).UserLimitsPage,
    namespaces: ['limit', 'table'],
    permission: 'read_usage',
    help: 'usage',
  },
  {
    path: paths.usageSummary(),
    load: async () => (await import('#pages/usage/UsageSummaryPage.tsx')).UsageSummaryPage,
    namespaces: ['usage', 'table'],
    permission: 'read_usage',
    help: 'reports',
  },
  {
    path: paths.tenantUsage(':id'),
    load: async () => (await import('#pages/usage/TenantUsagePage.tsx')).TenantUsagePage,
    namespaces: ['usage', 'table', 'tenant'],
    permission: 'read_usage',
    help: 'reports',
  },
  {
    path: paths.help(),
    load: async () => (await import('#pages/help/HelpPage.tsx')).HelpPage,
    namespaces: ['help', 'table', 'tour'],
  },
  {
    path: paths.help({ chapter: ':chapter' }),
    load: async () => (await import('#pages/help/ChapterPage.tsx')).ChapterPage,
    namespaces: ['help', 'markdown'],
  },
  {
    path: paths.debugChat(),
    load: async () => (await import('#pages/debug/DebugChatPage.tsx')).DebugChatPage,
    namespaces: ['debug', 'table', 'testing'],
    permission: 'administer',
    help: 'debugging',
  },
  {
    path: paths.debugRun(':id'),
    load: async () => (await import('#pages/debug/DebugRunPage.tsx')).DebugRunPage,
    namespaces: ['debug', 'table', 'testing', 'builder', 'form', 'chat', 'markdown'],
    permission: 'administer',
    help: 'debugging',
  },
  {
    path: paths.debugCommon(),
    load: async () => (await import('#pages/debug/DebugCommonPage.tsx')).DebugCommonPage,
    namespaces: ['debug', 'table'],
    permission: 'administer',
    help: 'debugging',
  },
  {
    path: paths.debugBackend(),
    load: async () => (await import('#pages/debug/DebugBackendPage.tsx')).DebugBackendPage,
    namespaces: ['debug', 'table'],
    permission: 'administer',
    help: 'debugging',
  },
  {
    path: paths.debugLimits(),
    load: async () => (await import('#pages/debug/DebugLimitPage.tsx')).DebugLimitPage,
    namespaces: ['debug', 'limit', 'table'],
    permission: 'administer',
    help: 'debugging',
  },
]
