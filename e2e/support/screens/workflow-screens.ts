// The screens of a workflow: the dialogs of its builder and its test, and the trial of an expert that is made of it.
import type { PrismaClient } from '@heddle/db/client'
import { createGroup } from '@heddle/db/factories/group'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { expect, type Page } from '@playwright/test'
import { createChatScreen } from '../pages/chat.ts'
import { aboutLooms, createClothGraph } from '../pages/cloth-desk.ts'
import type { Problems } from '../fixtures.ts'
import { findDialog, press } from '../controls/forms.ts'
import { mouse } from '../controls/hands.ts'
import { openPath } from '../controls/paths.ts'
import type { People, Person } from '../people.ts'
import type { Texts } from '../texts.ts'
import { askWorkflow, expectDraftSaved, findOutlineNode, findTestPane, findTestReply, openOutline } from '../pages/workflows.ts'

const clothHost = 'cloth.institute.example'

export type Studio = { readonly person: Person; readonly db: PrismaClient; readonly workflowId: string }

/** Creates an institute with an administrator, a group, and a workflow whose draft differs from its version. */
export async function prepareStudio(db: PrismaClient, people: People): Promise<Studio> {
  const { tenantId, join } = await people.createInstitute()
  await createGroup(db, { tenantId, name: { default: 'Weavers' } })
  const graph = createClothGraph(clothHost)
  const { id } = await createWorkflow(db, { tenantId, name: { default: 'Loom desk' }, draft: graph })
  const draft = { ...graph, nodes: graph.nodes.map((node) => (node.id === 'topic' ? { ...node, title: 'Looms or cloth' } : node)) }
  await db.workflow.update({ where: { id }, data: { draft } })
  return { person: await join('A'), db, workflowId: id }
}

type Scene = { readonly page: Page; readonly t: Texts; readonly problems: Problems; readonly studio: Studio }

async function openBuilder({ page, t, studio }: Scene) {
  await openPath(page, `/workflow/${studio.workflowId}`)
  await expectDraftSaved(page, t)
}

/** Opens the outline, which a phone shows instead of the canvas. */
async function openOutlineOf(scene: Scene) {
  await openBuilder(scene)
  const { page, t } = scene
  const choice = page.getByRole('radio', { name: t('builder.view.canvas') })
  if ((await choice.count()) > 0) await openOutline({ page, t, hands: mouse })
  await expect(findOutlineNode(page, 'Adviser')).toBeVisible()
}

export const workflowScreens = {
  'publish a workflow': async (scene: Scene) => {
    await openBuilder(scene)
    const { page, t } = scene
    await press(page, t('builder.publish.action'))
    await expect(findDialog(page, t('builder.publish.title'))).toContainText(
      t('builder.problem.code.host_not_allowed', { subject: clothHost }),
    )
  },
  'paste nodes': async (scene: Scene) => {
    await openOutlineOf(scene)
    const { page, t } = scene
    // As over plain HTTP, where a page reads no clipboard.
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
    await press(page, t('builder.actions.paste'))
    await expect(findDialog(page, t('builder.paste.title'))).toBeVisible()
  },
  'move a node': async (scene: Scene) => {
    await openOutlineOf(scene)
    const { page, t } = scene
    await press(page, t('builder.actions.of', { title: 'Adviser' }))
    await page.getByRole('menuitem', { name: t('builder.actions.move') }).click()
    await expect(findDialog(page, t('builder.move.title', { title: 'Adviser' }))).toBeVisible()
  },
  'test a workflow': async (scene: Scene) => {
    await openBuilder(scene)
    const { page, t } = scene
    const choice = page.getByRole('radio', { name: t('testing.title'), exact: true })
    await ((await choice.count()) > 0 ? mouse.choose(choice) : press(page, t('testing.title')))
    await askWorkflow({ page, t, hands: mouse }, aboutLooms)
    await expect(findTestReply(page, t, t('testing.version.draft'))).toContainText('a loom?')
    await expect(findTestPane(page, t).getByRole('button', { name: t('testing.action.repeat') })).toBeVisible()
  },
  'try an expert': async ({ page, t }: Scene) => {
    await openPath(page, '/assistant/create')
    await page.getByRole('heading', { level: 1, name: t('assistant.editor.createTitle') }).waitFor()
    const choice = page.getByText(t('assistant.editor.preview'), { exact: true })
    if (await choice.isVisible()) await choice.click()
    const chat = createChatScreen(page, t)
    await chat.ask(aboutLooms)
    await chat.expectDone()
  },
  'compare two drafts': async (scene: Scene) => {
    await openOutlineOf(scene)
    const { page, t, problems, studio } = scene
    problems.expect(/409/)
    const { draft } = await studio.db.workflow.findUniqueOrThrow({ where: { id: studio.workflowId } })
    const theirs = JSON.parse(JSON.stringify(draft).replaceAll('canary-of-the-prompt', 'You know all of looms.'))
    await studio.db.workflow.update({ where: { id: studio.workflowId }, data: { draft: theirs, revision: { increment: 1 } } })
    await findOutlineNode(page, 'Adviser').click()
    await page.getByRole('textbox', { name: t('builder.field.prompt') }).fill('You know cotton.')
    await expect(findDialog(page, t('builder.compare.title')).getByRole('region', { name: 'Adviser' })).toContainText('You know cotton.')
  },
} as const
