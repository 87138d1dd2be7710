// The screens of knowledge collections, of which one is paused, so that its sources stay as they are.
import type { PrismaClient } from '@heddle/db/client'
import { createGroup } from '@heddle/db/factories/group'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { groups } from '@heddle/seed/seed-data'
import { expect, type Page } from '@playwright/test'
import { press } from './forms.ts'
import type { People, Person } from './people.ts'
import type { Texts } from './texts.ts'

export type Library = { readonly person: Person; readonly collectionId: string }

const standards = {
  default: 'Test standards',
  zhHant: '紡織品檢驗標準',
  ja: '繊維試験規格',
  th: 'มาตรฐานการทดสอบสิ่งทอ',
  vi: 'Tiêu chuẩn thử nghiệm dệt may',
}

/** Creates an institute with an administrator, a group, models, and collections. */
export async function prepareLibrary(db: PrismaClient, people: People): Promise<Library> {
  const { tenantId, join } = await people.createInstitute()
  const { id: groupId } = await createGroup(db, { tenantId, ...groups.laboratory })
  await createModel(db, { tenantId, name: 'bge-m3', kind: 'embedding' })
  await createModel(db, { tenantId, name: 'bge-reranker-v2-m3', kind: 'rerank' })
  await createCollection(db, { tenantId, groupId, name: { default: 'Fibre handbook' }, access: 'members' })
  const { id } = await createCollection(db, {
    tenantId,
    groupId,
    name: standards,
    description: { default: 'ISO, AATCC and CNS standards, with the notes of the laboratory.' },
    copyright: { default: '© ISO' },
    rerankModel: 'bge-reranker-v2-m3',
    isPaused: true,
  })
  return { person: await join('A'), collectionId: id }
}

type Scene = { readonly page: Page; readonly t: Texts; readonly library: Library }

async function openSettings({ page, t, library }: Scene) {
  await page.goto(`/knowledge/collection/${library.collectionId}`)
  await expect(page.getByRole('button', { name: t('knowledge.paused.resume') })).toBeVisible()
}

export const knowledgeScreens = {
  collections: async ({ page, t }: Scene) => {
    await page.goto('/knowledge')
    await expect(page.getByRole('table', { name: t('knowledge.title') }).getByRole('rowheader')).toHaveCount(2)
  },
  'create a collection': async ({ page, t }: Scene) => {
    await page.goto('/knowledge/collection/create')
    await press(page, t('knowledge.advanced'))
    await expect(page.getByRole('textbox', { name: t('knowledge.field.overlap_tokens') })).toBeVisible()
  },
  'settings of a collection': openSettings,
  'delete a collection': async (scene: Scene) => {
    await openSettings(scene)
    await press(scene.page, scene.t('knowledge.delete.action'))
    await expect(scene.page.getByRole('dialog').getByText(scene.t('knowledge.delete.messageEmpty'))).toBeVisible()
  },
} as const
