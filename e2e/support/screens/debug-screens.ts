// The debug views of administrators, which are on outside production.
import type { PrismaClient } from '@heddle/db/client'
import { createChat, createMessage } from '@heddle/db/factories/chat'
import { createUsageEvent } from '@heddle/db/factories/usage'
import { expect, type Page } from '@playwright/test'
import { findSection } from '../controls/forms.ts'
import { openPath } from '../controls/paths.ts'
import type { Person } from '../people.ts'
import type { Texts } from '../texts.ts'

type Scene = { readonly page: Page; readonly t: Texts; readonly db: PrismaClient; readonly person: Person }

const runs = (t: Texts, page: Page) => page.getByRole('table', { name: t('debug.chat.title') }).getByRole('rowheader')

/** Inserts a reply of a chat of the person, with its usage and a source. */
async function createRun({ db, person: { id: userId } }: Scene) {
  const chat = await createChat(db, { ownerId: userId, title: 'Fibres' })
  await createMessage(db, { chatId: chat.id, content: 'What distinguishes cotton from polyester?' })
  const { id: messageId, runId } = await createMessage(db, {
    chatId: chat.id,
    role: 'assistant',
    content: '**Cotton** takes up moisture [1], **polyester** is stronger.',
    reasoning: 'Compare moisture and strength.',
    modelName: 'Cotton 70B',
    steps: [
      { node_id: 'found', type: 'knowledge_retrieval', title: 'Search', status: 'finished', ms: 40 },
      { node_id: 'llm', type: 'llm', title: 'Model', status: 'finished', ms: 1_940 },
    ],
    sources: { create: { number: 1, title: 'Fibre handbook', passage: 'Cotton takes up moisture.', page: 12, score: 0.031 } },
  })
  const call = { nodeId: 'llm', modelName: 'Cotton 70B', cost: '0.0042', currency: 'TWD' }
  const about = { tenantId: chat.tenantId, userId, chatId: chat.id, messageId, assistantId: chat.assistantId, modelName: 'Cotton 70B' }
  await createUsageEvent(db, { ...about, ...(runId !== null && { runId }), calls: [call] })
}

export const debugScreens = {
  'debug: chat': async (scene: Scene) => {
    await createRun(scene)
    await openPath(scene.page, '/debug/chat')
    await expect(runs(scene.t, scene.page)).not.toHaveCount(0)
  },
  'debug: a run': async (scene: Scene) => {
    const { page, t } = scene
    await createRun(scene)
    await openPath(page, '/debug/chat')
    await runs(t, page).first().getByRole('link').click()
    await expect(findSection(page, t('debug.source.title')).getByRole('rowheader')).toHaveCount(1)
    await expect(findSection(page, t('debug.replay.title')).getByText('Cotton', { exact: true })).toBeVisible()
  },
  'debug: general': async ({ page, t }: Scene) => {
    await openPath(page, '/debug/common')
    await expect(findSection(page, t('debug.settings.title')).getByRole('rowheader').first()).toBeVisible()
  },
  'debug: service': async ({ page, t }: Scene) => {
    await openPath(page, '/debug/backend')
    await expect(findSection(page, t('debug.models.title')).getByRole('rowheader').first()).toBeVisible()
  },
  'debug: limits': async ({ page, t }: Scene) => {
    await openPath(page, '/debug/backend/limit')
    await expect(page.getByRole('table', { name: t('limit.user.own') }).getByRole('rowheader')).toHaveCount(1)
    await expect(findSection(page, t('debug.bucket.title'))).toBeVisible()
  },
} as const
