// The screens of administrators, in an institute with names in many scripts.
import { randomUUID } from 'node:crypto'
import type { Language } from '@heddle/contracts/languages'
import type { ModelFindings } from '@heddle/contracts/model/model-finding'
import type { ModelTestResult } from '@heddle/contracts/model/model-test'
import type { PrismaClient } from '@heddle/db/client'
import { createAllowedHost } from '@heddle/db/factories/allowed-host'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { createUser } from '@heddle/db/factories/user'
import { expect, type Page } from '@playwright/test'
import { assistants, groups, tenants } from '@heddle/seed/seed-data'
import { findDialog, press, findRow } from '../controls/forms.ts'
import { openPath } from '../controls/paths.ts'
import type { People, Person } from '../people.ts'
import type { Texts } from '../texts.ts'
import { openUsers } from '../pages/users.ts'

const names = [
  '林美惠',
  'Sofia Ortega',
  '織田 絹代',
  'สุดา ทอผ้า',
  'Nguyễn Thị Lụa',
  'Aleksandra Wielobranżowa-Przędzalnicza',
  '陳大文',
  'Noor Jahan',
]

export type Hall = {
  readonly person: Person
  readonly tenantId: string
  readonly group: { readonly id: string }
  readonly user: { readonly id: string; readonly name: string }
}

const tested = {
  error: null,
  chat: {
    first_token_ms: 320,
    tokens_per_second: 41.5,
    usage: 'stream',
    reasoning: 'field',
    text: 'One, two, three, four, five, six, seven, eight, nine, ten …',
    ended_by: 'stop',
    refused_parameters: ['temperature'],
    context_tokens: 32_768,
    max_output_tokens: null,
    server_calls: 2,
    images: 'no',
    json_schema: 'yes',
  },
  embedding: null,
  elapsed_ms: 4_210,
} satisfies ModelTestResult

/** Creates an institute with a super user, a group with members and assets, and audit events. */
export async function prepareHall(db: PrismaClient, people: People): Promise<Hall> {
  const { tenantId, join } = await people.createInstitute()
  await db.tenant.update({ where: { id: tenantId }, data: { name: tenants.institute.name } })
  const person = await join('S', { name: { default: 'Sofia Super', zhHant: '林超級', th: 'สุภา สูงสุด' } })
  const [group] = [await createGroup(db, { tenantId, ...groups.laboratory }), await createGroup(db, { tenantId, ...groups.neighbors })]
  const [expert] = assistants.institute
  await createAssistant(db, { tenantId, groupId: group.id, name: expert.name })
  await createMembership(db, { userId: person.id, groupId: group.id, role: 'O' })
  const server = await createModelEndpoint(db, { tenantId, name: 'Weaving Laboratory GPU 2', baseUrl: 'http://10.20.30.40:8000/v1' })
  const model = await createModel(db, {
    tenantId,
    endpointId: server.id,
    name: 'Cotton 70B',
    upstreamName: 'institute/cotton-70b-instruct-awq',
    contextTokens: 65_536,
    contextTokensSource: 'set',
    reasoningFormat: 'field',
    reasoningFormatSource: 'probed',
    refusedParameters: ['temperature'],
    refusedParametersSource: 'probed',
    findings: {
      context_tokens: { value: 32_768, found_at: '2026-11-21T02:15:00.000Z', source: 'reply' },
      reasoning_format: { value: 'field', found_at: '2026-11-20T08:30:00.000Z', source: 'test' },
      refused_parameters: { value: ['temperature'], found_at: '2026-11-20T08:30:00.000Z', source: 'test' },
    } satisfies Partial<ModelFindings>,
  })
  const price = { currency: 'TWD', input: '9.5', cachedInput: '2', output: '28' }
  await db.modelPrice.create({ data: { ...price, modelId: model.id, validFrom: new Date('2026-10-01T00:00:00Z') } })
  await db.modelTest.create({
    data: { modelId: model.id, testedAt: new Date('2026-11-20T08:30:00Z'), testedById: person.id, result: tested },
  })
  await createAllowedHost(db, { tenantId, host: '*.laboratory.institute.example:8443', allowsPrivate: true })
  const ids: string[] = []
  for (const [index, name] of names.entries()) {
    const user = await createUser(db, {
      tenantId,
      name: { default: name },
      email: `person-${randomUUID().slice(0, 8)}@institute.example`,
      role: index === 1 ? 'A' : 'U',
      status: index === 6 ? 'disabled' : 'active',
      lastLoginAt: index % 3 === 0 ? new Date('2026-11-20T08:30:00Z') : null,
    })
    ids.push(user.id)
    if (index % 2 === 0) await createMembership(db, { userId: user.id, groupId: group.id, role: index === 4 ? 'O' : 'U' })
  }
  const [name = '', id = ''] = [names[0], ids[0]]
  const done = { tenantId, actorId: person.id, actorName: { default: person.name }, address: '10.20.30.40', userAgent: 'Mozilla/5.0' }
  const target = { targetType: 'user', targetId: id, targetName: { default: name } }
  const feedback = { tenantId, userId: id, messageIndex: 1, modelName: 'gpt-4o', assistantName: expert.name }
  const conversation = [
    { role: 'user', content: 'How strong is hemp?' },
    { role: 'assistant', content: 'Stronger than cotton.' },
  ]
  await db.messageFeedback.createMany({
    data: [
      { ...feedback, rating: 'good' },
      { ...feedback, rating: 'bad', reason: 'The source is missing.', conversation },
    ],
  })
  await createUsageLimitRule(db, {
    tenantId,
    scope: 'tenant',
    metric: 'tokens',
    amount: 2_000_000,
    interval: 'month',
    intervalSeconds: null,
  })
  await createUsageLimitRule(db, { tenantId, userId: id, amount: 200, interval: 'day', intervalSeconds: null })
  await db.auditEvent.createMany({
    data: [
      { ...done, ...target, action: 'createUser', outcome: 'succeeded', after: { email: 'mei@institute.example', role: 'U' } },
      { ...done, ...target, action: 'updateUserRole', outcome: 'failed', errorCode: 'FORBIDDEN' },
      { ...done, action: 'login', outcome: 'failed', errorCode: 'AUTH_LOGIN_FAILED', actorId: null },
      { ...done, ...target, action: 'updateUserRole', outcome: 'succeeded', before: { role: 'U' }, after: { role: 'A' } },
    ],
  })
  return { person, tenantId, group, user: { id, name } }
}

type Scene = { readonly page: Page; readonly t: Texts; readonly language: Language; readonly hall: Hall }

const expectHeading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

const findFirstRow = (page: Page, label: string) =>
  expect(page.getByRole('table', { name: label }).getByRole('rowheader').first()).toBeVisible()

async function openMe({ page, t }: Scene) {
  await openPath(page, '/settings/me')
  await expectHeading(page, t('settings.me.title'))
  await expect(page.getByText(t('settings.sessions.thisDevice'))).toBeVisible()
}

async function openMyDialog(scene: Scene, button: string, title: string) {
  await openMe(scene)
  await press(scene.page.getByRole('main'), scene.t(button))
  await expect(findDialog(scene.page, scene.t(title))).toBeVisible()
}

async function openGroup({ page, t, language, hall }: Scene) {
  await openPath(page, `/settings/group/${hall.group.id}`)
  await expectHeading(page, groups.laboratory.name[language] ?? '')
  await findFirstRow(page, t('group.members.title'))
}

async function openUser({ page, t, hall }: Scene) {
  await openPath(page, `/settings/user/${hall.user.id}`)
  await expectHeading(page, hall.user.name)
  await expect(page.getByRole('region', { name: t('user.field.groups') }).getByRole('link')).toBeVisible()
}

async function openUserDialog(scene: Scene, button: string, title: string) {
  await openUsers(scene.page, scene.t)
  await press(scene.page, scene.t(button))
  await expect(findDialog(scene.page, scene.t(title))).toBeVisible()
}

async function openAudit({ page, t }: Scene) {
  await openPath(page, '/settings/audit')
  await expectHeading(page, t('audit.title'))
  await findFirstRow(page, t('audit.title'))
}

async function openTenants({ page, t }: Scene) {
  await openPath(page, '/settings/tenant')
  await expectHeading(page, t('tenant.title'))
  await findFirstRow(page, t('tenant.title'))
}

async function openFeedback({ page, t }: Scene) {
  await openPath(page, '/settings/feedback')
  await expectHeading(page, t('feedback.title'))
  await findFirstRow(page, t('feedback.title'))
}

async function openLimits({ page, t }: Scene) {
  await openPath(page, '/settings/limit')
  await expectHeading(page, t('limit.title'))
  await findFirstRow(page, t('limit.title'))
}

async function openModels({ page, t }: Scene) {
  await openPath(page, '/settings/model')
  await expectHeading(page, t('model.title'))
  await expect(page.getByRole('listitem').filter({ hasText: 'Cotton 70B' })).toBeVisible()
}

async function openWorkflows({ page, t }: Scene) {
  await openPath(page, '/workflow')
  await expectHeading(page, t('workflow.title'))
  await findFirstRow(page, t('workflow.title'))
}

/** Chooses an entry in the menu of the first workflow of the list. */
async function chooseForWorkflow(scene: Scene, entry: string) {
  await openWorkflows(scene)
  const { page, t } = scene
  const rows = page
    .getByRole('table', { name: t('workflow.title') })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
  await rows.first().getByRole('button').click()
  await page.getByRole('menuitem', { name: t(entry) }).click()
}

export const settingsScreens = {
  models: openModels,
  'connect a model server': async (scene: Scene) => {
    await openModels(scene)
    await press(scene.page, scene.t('model.endpoint.create'))
    await expect(findDialog(scene.page, scene.t('model.endpoint.create'))).toBeVisible()
  },
  'test a model': async (scene: Scene) => {
    await openModels(scene)
    await press(scene.page, scene.t('model.test.of', { name: 'Cotton 70B' }))
    await expect(findDialog(scene.page, scene.t('model.test.of', { name: 'Cotton 70B' }))).toContainText(scene.t('model.test.speed'))
  },
  'prices of a model': async (scene: Scene) => {
    await openModels(scene)
    await press(scene.page, scene.t('model.price.of', { name: 'Cotton 70B' }))
    await expect(findDialog(scene.page, scene.t('model.price.of', { name: 'Cotton 70B' }))).toBeVisible()
  },
  'change a model': async (scene: Scene) => {
    await openModels(scene)
    await press(scene.page, scene.t('model.editNamed', { name: 'Cotton 70B' }))
    await expect(findDialog(scene.page, scene.t('model.model.editOf', { name: 'Cotton 70B' }))).toBeVisible()
  },
  'home of an administrator': async ({ page, t }: Scene) => {
    await openPath(page, '/')
    await expect(
      page
        .getByRole('region', { name: t('home.setUp.heading') })
        .getByRole('link')
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('region', { name: t('overview.heading') }).getByText(t('overview.today.details'))).toBeVisible()
  },
  workflows: openWorkflows,
  'delete a workflow': async (scene: Scene) => {
    await chooseForWorkflow(scene, 'workflow.menu.delete')
    await expect(scene.page.getByRole('dialog').getByText(scene.t('workflow.delete.message'))).toBeVisible()
  },
  'settings of a workflow': async (scene: Scene) => {
    await chooseForWorkflow(scene, 'workflow.menu.settings')
    await expect(findDialog(scene.page, scene.t('workflow.settings.title')).getByRole('switch')).toHaveCount(3)
  },
  'create a workflow': async ({ page, t }: Scene) => {
    await openPath(page, '/workflow/create')
    await expectHeading(page, t('workflow.create.title'))
  },
  'my profile': openMe,
  'what I have shared': async ({ page, t }: Scene) => {
    await openPath(page, '/settings/me/shared')
    await expectHeading(page, t('settings.nav.shared'))
    await expect(page.getByText(t('share.mine.empty'))).toBeVisible()
  },
  'edit my profile': (scene: Scene) => openMyDialog(scene, 'common.edit', 'settings.profile.edit'),
  'change my email': (scene: Scene) => openMyDialog(scene, 'settings.email.change', 'settings.email.change'),
  'change my password': (scene: Scene) => openMyDialog(scene, 'settings.password.change', 'settings.password.change'),
  groups: async ({ page, t }: Scene) => {
    await openPath(page, '/settings/group')
    await expectHeading(page, t('group.title'))
    await findFirstRow(page, t('group.title'))
  },
  group: openGroup,
  'new group': async ({ page, t }: Scene) => {
    await openPath(page, '/settings/group')
    await press(page, t('group.create.open'))
    const form = findDialog(page, t('group.create.title'))
    await form
      .getByRole('button', { name: t('form.localized.none') })
      .first()
      .click()
    await expect(form.getByRole('textbox')).toHaveCount(7)
  },
  'add members': async (scene: Scene) => {
    await openGroup(scene)
    await press(scene.page, scene.t('group.members.add'))
    await scene.page.getByRole('dialog').getByRole('searchbox').fill('o')
    await expect(scene.page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  },
  'delete a group': async (scene: Scene) => {
    await openGroup(scene)
    await press(scene.page, scene.t('group.delete.action'))
    await expect(scene.page.getByRole('dialog').getByText(scene.t('group.delete.owns'))).toBeVisible()
  },
  users: async ({ page, t }: Scene) => {
    await openUsers(page, t)
    await findFirstRow(page, t('user.title'))
  },
  'selected users': async ({ page, t, hall }: Scene) => {
    const table = await openUsers(page, t)
    await table.getByRole('checkbox', { name: t('table.selectRow', { name: hall.user.name }) }).check()
    await expect(page.getByRole('region', { name: t('table.bulk') })).toBeVisible()
  },
  'actions of a user': async ({ page, t, hall }: Scene) => {
    await openUsers(page, t)
    await press(findRow(page, t('user.title'), hall.user.name), t('user.menu.label', { name: hall.user.name }))
    await expect(page.getByRole('menuitem', { name: t('user.delete.action') })).toBeVisible()
  },
  user: openUser,
  'new user': (scene: Scene) => openUserDialog(scene, 'user.create.open', 'user.create.title'),
  'import of users': (scene: Scene) => openUserDialog(scene, 'user.import.open', 'user.import.title'),
  'import with problems': async (scene: Scene) => {
    const { page, t, hall } = scene
    await openUserDialog(scene, 'user.import.open', 'user.import.title')
    const asked = page.waitForEvent('filechooser')
    await press(page.getByRole('dialog'), t('user.import.choose'))
    const csv = `name,email,account,language,groups\n${hall.user.name},,,en,\nNora,nora,,xx,No such group\n`
    await (await asked).setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  },
  'reset a password': async (scene: Scene) => {
    await openUser(scene)
    await press(scene.page, scene.t('user.reset.open'))
    await expect(scene.page.getByRole('dialog')).toBeVisible()
  },
  'a password to pass on': async (scene: Scene) => {
    await openUser(scene)
    await press(scene.page, scene.t('user.reset.open'))
    await press(scene.page.getByRole('dialog'), scene.t('user.reset.submit'))
    await expect(scene.page.getByText(scene.t('user.password.once'))).toBeVisible()
  },
  'delete a user': async (scene: Scene) => {
    await openUser(scene)
    await press(scene.page, scene.t('user.delete.action'))
    await expect(scene.page.getByRole('dialog').getByText(scene.t('user.delete.staysText'))).toBeVisible()
  },
  tenants: openTenants,
  'new tenant': async (scene: Scene) => {
    await openTenants(scene)
    await press(scene.page, scene.t('tenant.create.button'))
    await expect(findDialog(scene.page, scene.t('tenant.create.title'))).toBeVisible()
  },
  tenant: async ({ page, language, hall }: Scene) => {
    await openPath(page, `/settings/tenant/${hall.tenantId}`)
    await expectHeading(page, tenants.institute.name[language] ?? '')
  },
  'allow a server': async (scene: Scene) => {
    const { page, t, hall } = scene
    await openPath(page, `/settings/tenant/${hall.tenantId}`)
    await press(page, t('tenant.host.create'))
    const dialog = findDialog(page, t('tenant.host.create'))
    await dialog.getByRole('radio', { name: t('tenant.host.secret.set') }).check()
    await expect(dialog.getByRole('textbox', { name: t('tenant.host.secret.name') })).toBeVisible()
  },
  feedback: openFeedback,
  'a feedback with its conversation': async (scene: Scene) => {
    await openFeedback(scene)
    const { page, t, hall } = scene
    await press(findRow(page, t('feedback.title'), 'The source is missing.'), t('feedback.detailsOf', { name: hall.user.name }))
    await expect(page.getByRole('dialog').getByText('Stronger than cotton.')).toBeVisible()
  },
  'usage limits': openLimits,
  'new usage limit': async (scene: Scene) => {
    await openLimits(scene)
    await press(scene.page, scene.t('limit.create'))
    await expect(findDialog(scene.page, scene.t('limit.create'))).toBeVisible()
  },
  'audit log': openAudit,
  'an event of the log': async (scene: Scene) => {
    await openAudit(scene)
    const action = scene.t('audit.action.updateUserRole')
    await scene.page
      .getByRole('button', { name: scene.t('audit.detailsOf', { action }) })
      .first()
      .click()
    await expect(findDialog(scene.page, action)).toBeVisible()
  },
} as const
