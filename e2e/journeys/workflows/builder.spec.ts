// Editing a workflow: on the canvas, as an outline with the keyboard alone, and by two users and two tabs at once.
import type { PrismaClient } from '@heddle/db/client'
import { createWorkflow } from '@heddle/db/factories/workflow'
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from '../../support/fixtures.ts'
import type { People } from '../../support/people.ts'
import { keyboard, mouse, tabUntil } from '../../support/controls/hands.ts'
import { createTexts } from '../../support/texts.ts'
import { expectDraftSaved, openOutline } from '../../support/pages/workflows.ts'

const t = createTexts('en')

const classified = {
  nodes: [
    { id: 'start', title: 'Question', type: 'start' },
    {
      id: 'topic',
      title: 'Topic',
      type: 'classifier',
      config: {
        model: null,
        question: '{{start.question}}',
        instructions: '',
        history_messages: 0,
        categories: [
          { id: 'cotton', name: 'Cotton', description: '' },
          { id: 'wool', name: 'Wool', description: '' },
        ],
      },
    },
    {
      id: 'expert',
      title: 'Cotton expert',
      type: 'llm',
      config: { model: null, prompt: 'You know cotton.', question: '{{start.question}}', temperature: null, history_messages: 5 },
    },
    { id: 'answer', title: 'Reply', type: 'answer', config: { text: '{{expert.text}}' } },
    { id: 'sorry', title: 'Sorry', type: 'answer', config: { text: 'Only cotton, please.' } },
  ],
  edges: [
    { source: 'start', target: 'topic' },
    { source: 'topic', source_handle: 'cotton', target: 'expert' },
    { source: 'topic', source_handle: 'wool', target: 'sorry' },
    { source: 'topic', source_handle: 'other', target: 'sorry' },
    { source: 'expert', target: 'answer' },
  ],
}

async function prepare(db: PrismaClient, people: People) {
  const { tenantId, join } = await people.createInstitute()
  const admin = await join('A')
  const { id } = await createWorkflow(db, { tenantId, name: { default: 'Fibre desk' }, draft: classified })
  return { admin, join, id, path: `/workflow/${id}` }
}

const readDraft = async (db: PrismaClient, id: string) =>
  (await db.workflow.findUniqueOrThrow({ where: { id } })).draft as unknown as typeof classified

const expectSaved = (page: Page) => expectDraftSaved(page, t)
const showOutline = (page: Page) => openOutline({ page, t, hands: mouse })

async function selectAllByBox(page: Page) {
  const box = await page.locator('.react-flow__pane').boundingBox()
  if (!box) throw new Error('The canvas is not drawn')
  await page.keyboard.down('Shift')
  await page.mouse.move(box.x + 5, box.y + 5)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.move(box.x + box.width - 5, box.y + box.height - 5)
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await expect(page.locator('.react-flow__node.selected')).toHaveCount(await page.locator('.react-flow__node').count())
}

/** Waits until the browser has a copy of the draft: until then the page asks before it is left. */
const expectCopyKept = (page: Page) =>
  expect.poll(() => page.evaluate<boolean>(`window.dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(true)

/** Switches the scheme of the browser, and waits until the page has begun to show it. */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

test('nodes are added, connected, moved, copied and undone on the canvas, and the outline fits a phone', async ({ visit, people, db }) => {
  const { admin, path, id } = await prepare(db, people)
  const language = 'vi'
  const words = createTexts(language)
  const page = await visit({ as: admin, language })
  await page.goto(path)
  await page.locator('.react-flow__node[data-id="topic"]').click()
  await expect(page.getByRole('complementary', { name: 'Topic' })).toBeVisible()
  await expectAccessible(page)
  await setColorScheme(page, 'dark')
  await expectAccessible(page, 'colors')
  const nodes = page.locator('.react-flow__node')
  await expect(nodes).toHaveCount(5)
  await expectDraftSaved(page, words)

  await page.getByRole('button', { name: words('builder.canvas.fit') }).click()
  await page.locator('.react-flow__node[data-id="expert"]').click()
  await page.getByRole('button', { name: words('builder.type.template'), exact: true }).click()
  await expect(nodes).toHaveCount(6)
  await expectDraftSaved(page, words)
  await expect.poll(async () => (await readDraft(db, id)).edges).toContainEqual({ source: 'expert', target: 'template' })
  await expect(page.getByRole('button', { name: words('builder.publish.action'), exact: true })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('textbox', { name: words('builder.field.text') }).fill('About cotton:')
  await expectDraftSaved(page, words)

  await page.getByRole('button', { name: words('builder.publish.action'), exact: true }).click()
  const publication = page.getByRole('dialog', { name: words('builder.publish.title') })
  await publication.getByRole('textbox', { name: words('builder.publish.note') }).fill('A template')
  await publication.getByRole('button', { name: words('builder.publish.action'), exact: true }).click()
  await expect(page.getByText(words('builder.publish.done', { number: 2 }))).toBeVisible()
  const version = await db.workflowVersion.findFirstOrThrow({ where: { workflowId: id, number: 2 } })
  expect(version).toMatchObject({ note: 'A template', graph: await readDraft(db, id) })

  await page.getByRole('button', { name: words('builder.versions.title') }).click()
  const versions = page.getByRole('complementary', { name: words('builder.versions.title') })
  await expect(versions.getByRole('article').first()).toContainText('A template')
  const first = versions.getByRole('article', { name: words('builder.versions.number', { number: 1 }) })
  await first.getByRole('button', { name: words('builder.versions.compare') }).click()
  await expect(first.getByRole('region', { name: words('builder.diff.label', { number: 1 }) })).toContainText(words('builder.diff.added'))
  await expectAccessible(page)
  await first.getByRole('button', { name: words('builder.versions.restore') }).click()
  await expect(nodes).not.toHaveCount(6)
  await expectDraftSaved(page, words)
  const { graph: restored } = await db.workflowVersion.findFirstOrThrow({ where: { workflowId: id, number: 1 } })
  await expect.poll(() => readDraft(db, id)).toEqual(restored)
  await page.getByRole('button', { name: words('builder.undo') }).click()
  await expect(nodes).toHaveCount(6)
  await expectDraftSaved(page, words)
  await page.getByRole('button', { name: words('builder.versions.title') }).click()

  await page.getByRole('button', { name: words('builder.canvas.tidy') }).click()
  await expect.poll(async () => Object.keys((await db.workflow.findUniqueOrThrow({ where: { id } })).layout as object).length).toBe(6)

  await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(nodes).toHaveCount(11)

  // A field that is no part of the draft has an undo of its own, and a key that is for a text is not for the nodes.
  await page.getByRole('button', { name: words('testing.title'), exact: true }).click()
  const pane = page.getByRole('complementary', { name: words('testing.title') })
  const question = pane.getByRole('textbox', { name: words('testing.question.label') })
  await question.pressSequentially('Why')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(question).not.toHaveValue('Why')
  await expect(nodes).toHaveCount(11)
  await pane.getByText(words('testing.hint.draft')).selectText()
  await page.keyboard.press('Delete')
  await expect(nodes).toHaveCount(11)
  await page.getByRole('button', { name: words('testing.title'), exact: true }).click()
  await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('ControlOrMeta+z')
  await expect(nodes).toHaveCount(6)

  await selectAllByBox(page)
  await page.keyboard.press('Delete')
  await expect(nodes).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(nodes).toHaveCount(6)

  await page.locator('.react-flow__node[data-id="template"]').click()
  await page.locator('.react-flow__node[data-id="template"]').press('Delete')
  await expect(nodes).toHaveCount(5)
  await expectDraftSaved(page, words)
  await expect.poll(async () => (await readDraft(db, id)).edges).toContainEqual({ source: 'expert', target: 'answer' })

  await page.setViewportSize(phone)
  const topic = page.getByRole('button', { name: /^Topic/ })
  const form = page.getByRole('region', { name: words('builder.form.of', { title: 'Topic' }) })
  await topic.click()
  await expect(form).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await topic.click()
  await expect(form).toHaveCount(0)
})

test('the changes of another editor are kept, and a reload in the middle of typing loses nothing, in each tab', async ({
  visit,
  people,
  db,
  problems,
}) => {
  const { admin, path, id } = await prepare(db, people)
  const { revision } = await db.workflow.findUniqueOrThrow({ where: { id } })
  const first = await visit({ as: admin, language: 'en' })
  const open = async (page: Page) => {
    await page.goto(path)
    await expectSaved(page)
    await showOutline(page)
  }
  const openNode = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
  const text = (page: Page) => page.getByRole('textbox', { name: t('builder.field.text') })
  const expectInDraft = (part: string | RegExp) => expect.poll(async () => JSON.stringify(await readDraft(db, id))).toMatch(part)
  const findComparison = (page: Page) => page.getByRole('dialog', { name: t('builder.compare.title') })
  await open(first)

  await test.step('another one saves meanwhile', async () => {
    const { nodes, edges } = await readDraft(db, id)
    const changed = nodes.map((node) =>
      node.id === 'expert' ? { ...node, config: { ...node.config, prompt: 'You know all of cotton.' } } : node,
    )
    // Opening the page saves nothing.
    const where = { id, revision }
    await db.workflow.update({ where, data: { draft: { nodes: changed, edges }, revision: { increment: 1 } } })
    problems.expect(/409/)
    await openNode(first, 'Sorry')
    await text(first).fill('Cotton only.')
    const dialog = findComparison(first)
    await expect(dialog.getByRole('region', { name: 'Cotton expert' })).toContainText('You know all of cotton.')
    await expect(dialog.getByRole('region', { name: 'Sorry' })).toContainText('Cotton only.')
    await expectAccessible(first)
    await dialog.getByRole('button', { name: t('builder.compare.merge') }).click()
    await expectSaved(first)
    await expectInDraft(/You know all of cotton\..*Cotton only\./)
  })

  problems.expect(/Failed to load resource|net::ERR/)
  await test.step('the page is read again while a text is typed', async () => {
    await first.route('**/draft', (route) => route.abort())
    await text(first).pressSequentially(' Ask')
    await expectCopyKept(first)
    await first.reload()
    await expect(first.getByText(t('builder.saving.restored'))).toBeVisible()
    await showOutline(first)
    await openNode(first, 'Sorry')
    await expect(text(first)).toHaveValue('Cotton only. Ask')
    await first.unroute('**/draft')
    await expectInDraft('Cotton only. Ask')
    await expectSaved(first)
  })

  const second = await first.context().newPage()
  const offer = second.getByRole('alert').filter({ hasText: t('builder.closedCopy.title') })
  await test.step('each of two tabs has its own unsaved draft', async () => {
    await open(second)
    for (const page of [first, second]) await page.route('**/draft', (route) => route.abort())
    await openNode(first, 'Cotton expert')
    await first.getByRole('textbox', { name: t('builder.field.prompt') }).fill('You know the first tab.')
    await openNode(second, 'Sorry')
    await text(second).fill('The second tab.')
    for (const page of [first, second]) await expect(page.getByText(t('builder.saving.failed'), { exact: true })).toBeVisible()
    await second.unroute('**/draft')
    await second.reload()
    await expect(second.getByText(t('builder.saving.restored'))).toBeVisible()
    await expectInDraft('The second tab.')
    expect(JSON.stringify(await readDraft(db, id))).not.toContain('the first tab')
    await expect(offer).toHaveCount(0)
  })

  await test.step('that of a closed tab is offered', async () => {
    // A tab that is just being closed: the user has left, and the browser still has its document.
    await first.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide'))")
    await second.reload()
    await expect(offer).toBeVisible()
    await first.close()
    await offer.getByRole('button', { name: t('builder.closedCopy.restore') }).click()
    const dialog = findComparison(second)
    await expect(dialog.getByRole('region', { name: 'Cotton expert' })).toContainText('You know the first tab.')
    await dialog.getByRole('button', { name: t('builder.compare.merge') }).click()
    await expectInDraft('You know the first tab.')
    expect(JSON.stringify(await readDraft(db, id))).toContain('The second tab.')
    await second.reload()
    await expectSaved(second)
    await expect(offer).toHaveCount(0)
  })
})

test('a workflow is changed with the keyboard alone in the outline', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const draft = {
    nodes: [
      { id: 'start', title: 'Question', type: 'start' },
      classified.nodes[1]!,
      { id: 'answer', title: 'Reply', type: 'answer', config: { text: '{{start.question}}' } },
    ],
    edges: [
      { source: 'start', target: 'topic' },
      ...['cotton', 'other'].map((handle) => ({ source: 'topic', source_handle: handle, target: 'answer' })),
    ],
  }
  const { id } = await createWorkflow(db, { tenantId, name: { default: 'Fibre desk' }, draft })
  const page = await visit({ as: await join('A'), language: 'en' })
  await page.goto(`/workflow/${id}`)
  await expectSaved(page)
  const press = (name: string | RegExp, scope: Page | Locator = page) => keyboard.press(scope.getByRole('button', { name, exact: true }))
  const type = async (field: Locator, text: string) => {
    await tabUntil(field)
    await page.keyboard.type(text)
  }
  const title = page.getByRole('textbox', { name: t('builder.field.title'), exact: true })
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^${t('builder.outline.check', { title: '' })}(?!all nodes)`) })
  const palette = page.getByRole('dialog', { name: t('builder.add.title') })
  await showOutline(page)

  await press(t('builder.add.afterBranch', { title: 'Topic', handle: 'Wool' }))
  await expect(palette).toBeVisible()
  await expectAccessible(page)
  await press(new RegExp(`^${t('builder.type.llm')}`), palette)
  await expect(title).toBeFocused()
  const prompt = page.getByRole('textbox', { name: t('builder.field.prompt') })
  await type(prompt, 'Wool: {{')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.type('ques')
  await page.keyboard.press('Enter')
  await expect(prompt).toHaveValue('Wool: {{start.question}}')
  await type(page.getByRole('combobox', { name: t('builder.exit.next') }), 'Reply')
  await expect(page.getByRole('option', { name: 'Reply' })).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expectSaved(page)
  const built = await readDraft(db, id)
  expect(built.edges).toEqual(
    expect.arrayContaining([
      { source: 'topic', source_handle: 'wool', target: 'llm' },
      { source: 'llm', target: 'answer' },
    ]),
  )

  await press(t('builder.outline.choose'))
  for (const name of ['Topic', t('builder.type.llm')]) {
    await keyboard.check(page.getByRole('checkbox', { name: t('builder.outline.check', { title: name }) }))
  }
  await expectAccessible(page)
  await press(t('builder.actions.copy'))
  await press(t('builder.actions.remove'))
  await expect(boxes).toHaveCount(2)
  await press(t('builder.undo'))
  await expect(boxes).toHaveCount(4)
  await press(t('builder.redo'))
  await expect(boxes).toHaveCount(2)
  await press(t('builder.undo'))
  await press(t('builder.actions.paste'))
  await expect(page.getByText(t('builder.actions.pasted', { count: 2 }))).toBeVisible()
  await press(t('builder.undo'))
  await press(t('builder.canvas.tidy'))
  await press(t('builder.outline.choose'))
  await expectSaved(page)
  await expect.poll(() => readDraft(db, id)).toEqual(built)
  await expect.poll(async () => Object.keys((await db.workflow.findUniqueOrThrow({ where: { id } })).layout as object).length).toBe(4)

  await press(new RegExp(`^${t('builder.type.llm')}`))
  for (const leave of [t('builder.panel.close'), t('builder.versions.title')]) {
    await press(leave)
    await expect(title).toBeHidden()
    await press(new RegExp(`^${t('builder.type.llm')}`))
    await expect(title).toHaveValue(t('builder.type.llm'))
  }

  await press(t('builder.actions.of', { title: t('builder.type.llm') }))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  // A menu moves the focus to its first item twice as it opens: the key is lost where it comes between.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: t('builder.actions.remove') })).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Reply/ })).toBeFocused()
})
