// Every screen of the application, with a function that opens it.
import type { ReplyStep } from '@heddle/contracts/chat/message'
import { getConfig } from '@heddle/contracts/system'
import { type Language, languageNames } from '@heddle/contracts/languages'
import type { PrismaClient } from '@heddle/db/client'
import { createMessage } from '@heddle/db/factories/chat'
import { expect, type Page } from '@playwright/test'
import { createChatScreen, chooseExpert, getExpertName, getExpertQuestion, localize, prepareChat } from '../pages/chat.ts'
import type { Problems, Visit } from '../fixtures.ts'
import { labels } from '../product/identity.ts'
import { knowledgeScreens, prepareLibrary } from './knowledge-screens.ts'
import type { People, Person } from '../people.ts'
import { prepareHall, settingsScreens } from './settings-screens.ts'
import { type Texts, createTexts } from '../texts.ts'
import { prepareUsage, usageScreens } from './usage-screens.ts'
import { prepareStudio, workflowScreens } from './workflow-screens.ts'

type Scene = {
  readonly page: Page
  readonly t: Texts
  readonly language: Language
  readonly db: PrismaClient
  readonly person: Person
  readonly problems: Problems
}

const expectHeading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

const answers: Readonly<Record<Language, string>> = {
  zhHant: '**棉**吸濕性好，**聚酯**較強韌。',
  en: '**Cotton** takes up moisture, **polyester** is stronger.',
  ja: '**綿**は吸湿性に優れ、**ポリエステル**はより丈夫です。',
  th: '**ฝ้าย**ดูดความชื้นได้ดี ส่วน**โพลีเอสเตอร์**แข็งแรงกว่า',
  vi: '**Bông** hút ẩm tốt, **polyester** bền hơn.',
}

const table = `

| Property | Cotton | Polyester |
| --- | ---: | ---: |
| Tenacity, cN/tex | 25–40 | 40–65 |
| Moisture regain, % | 8.5 | 0.4 |
| Density, g/cm³ | 1.54 | 1.38 |

The regain is $R = \\frac{m_w - m_d}{m_d} \\cdot 100\\,\\%$.

\`\`\`python
def regain(wet: float, dry: float) -> float:
    return (wet - dry) / dry * 100
\`\`\`
`

const steps = [
  { node_id: 'topic', type: 'classifier', title: 'Topic', status: 'finished', ms: 640 },
  { node_id: 'list', type: 'http_request', title: 'List', status: 'finished', ms: 1_280 },
  { node_id: 'llm', type: 'llm', title: 'Model', status: 'finished', ms: 3_120, fallback: { asked: 'Cotton 70B', answered: 'gpt-4o' } },
] satisfies ReplyStep[]

/** Creates a chat with a question, its thought process and an answer with all kinds of content. */
async function prepareConversation({ db, person, language }: Pick<Scene, 'db' | 'person' | 'language'>) {
  const title = getExpertQuestion(language).slice(0, 40)
  const chat = await prepareChat(db, person, language, title)
  const question = { chatId: chat.id, content: getExpertQuestion(language), responseLanguage: language }
  await createMessage(db, question)
  const reasoning = getExpertQuestion(language)
  const { assistantId } = await db.chat.findUniqueOrThrow({ where: { id: chat.id } })
  const version = await db.workflowVersion.findFirstOrThrow({ where: { workflow: { assistants: { some: { id: assistantId ?? '' } } } } })
  await createMessage(db, {
    ...question,
    steps,
    workflowVersionId: version.id,
    role: 'assistant',
    status: 'completed',
    content: `${answers[language]}${table}`,
    reasoning,
    modelName: 'gpt-4o',
  })
  return chat
}

async function openConversation(scene: Scene) {
  const chat = await prepareConversation(scene)
  await scene.page.goto(chat.path)
  await expect(createChatScreen(scene.page, scene.t).text.getByRole('table')).toBeVisible()
  return chat
}

async function openDialog(scene: Scene, action: 'share' | 'delete') {
  await openConversation(scene)
  const { page, t } = scene
  await page.getByRole('button', { name: t('chat.header.more') }).click()
  await page.getByRole('menuitem', { name: t(`chat.header.${action}`), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  if (action === 'share') await expect(dialog.getByRole('textbox', { name: t('history.share.link') })).toBeVisible()
}

const screens = {
  'sign-in': async ({ page, t }: Scene) => {
    await page.goto('/login')
    await expectHeading(page, t('auth.title'))
  },
  'account sign-in': async ({ page, t }: Scene) => {
    await page.goto('/secretlogin')
    await expect(page.getByRole('textbox', { name: t('auth.account'), exact: true })).toBeVisible()
  },
  home: async (scene: Scene) => {
    const { page, t } = scene
    const { id } = await prepareConversation(scene)
    await page.goto('/')
    await expectHeading(page, t('home.welcome', { product: 'Heddle' }))
    await expect(page.getByRole('main').locator(`a[href="/chat/${id}"]`)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(getExpertName(scene.language))
  },
  'choosing an assistant': async ({ page, t, language }: Scene) => {
    await page.goto('/chat')
    await expectHeading(page, t('chat.start.heading'))
    await expect(page.getByRole('button', { name: getExpertName(language) })).toBeVisible()
  },
  'new chat': async ({ page, t, language }: Scene) => {
    await page.goto('/chat')
    await chooseExpert(page, t, language)
  },
  'chat with a reply': async (scene: Scene) => {
    await openConversation(scene)
    await scene.page.getByRole('button', { name: scene.t('chat.thought.show') }).click()
    await expect(scene.page.getByRole('button', { name: scene.t('chat.thought.hide') })).toBeVisible()
  },
  'shared chat': async (scene: Scene) => {
    const { id } = await prepareConversation(scene)
    await scene.db.chat.update({ where: { id }, data: { explicitlyPublic: true } })
    await scene.page.goto(`/chat/${id}/view`)
    await expect(createChatScreen(scene.page, scene.t).text.getByRole('table')).toBeVisible()
  },
  'search in the history': async (scene: Scene) => {
    const { page, t } = scene
    const { id } = await prepareConversation(scene)
    await page.goto('/chat/search')
    await expectHeading(page, t('history.page.title'))
    await expect(page.getByRole('main').locator(`a[href="/chat/${id}"]`)).toBeVisible()
  },
  assistants: async ({ page, t, language }: Scene) => {
    await page.goto('/assistant')
    await expectHeading(page, t('assistant.title'))
    await expect(page.getByRole('main')).toContainText(getExpertName(language))
  },
  help: async ({ page, t }: Scene) => {
    await page.goto('/help')
    await expect(page.getByRole('region', { name: t('help.audience.everyone') }).getByRole('link')).not.toHaveCount(0)
  },
  'chapter of the help': async ({ page }: Scene) => {
    await page.goto('/help/keyboard')
    await expect(page.getByRole('article').getByRole('switch')).toBeVisible()
  },
  'a new expert': async ({ page, t }: Scene) => {
    await page.goto('/assistant/create')
    await expectHeading(page, t('assistant.editor.createTitle'))
    await page.getByRole('button', { name: t('assistant.questions.add') }).click()
    await expect(page.getByRole('textbox', { name: t('assistant.questions.titleOf', { number: 1 }) })).toBeVisible()
  },
  'account menu': async ({ page, t, person }: Scene) => {
    await page.goto('/')
    await page.getByRole('button', { name: t('shell.account.label', { name: person.name }) }).click()
    await expect(page.getByRole('menuitem', { name: t('shell.account.logout') })).toBeVisible()
  },
  'language menu': async ({ page, t, language }: Scene) => {
    await page.goto('/')
    await page.getByRole('button', { name: t('shell.language', { name: languageNames[language] }) }).click()
    await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText(languageNames[language])
  },
  'share dialog': (scene: Scene) => openDialog(scene, 'share'),
  'delete dialog': (scene: Scene) => openDialog(scene, 'delete'),
  'several ways to sign in': async ({ page, t, language }: Scene) => {
    const others = (['member', 'campus', 'directory'] as const).map((key, index) => ({
      key,
      type: (['member', 'oidc', 'ldap'] as const)[index],
      label: labels[key],
    }))
    await page.route('**/api/v1/config', async (route) => {
      const answer = await route.fetch()
      const config = getConfig.schema.response[200].parse(await answer.json())
      await route.fulfill({ response: answer, json: { ...config, login_methods: [...config.login_methods, ...others] } })
    })
    await page.goto('/login')
    const name = localize(labels.member, language)
    await expect(page.getByRole('button', { name: t('auth.continueWith', { name }) })).toBeVisible()
  },
  'an own password first': async ({ page, t, db, person }: Scene) => {
    await db.user.update({ where: { id: person.id }, data: { mustChangePassword: true } })
    await page.goto('/')
    await expectHeading(page, t('settings.choosePassword.title'))
  },
  'not for this role': async ({ page, t }: Scene) => {
    await page.goto('/settings/audit')
    await expect(page.getByText(t('common.notAllowed.title'))).toBeVisible()
  },
  'no such page': async ({ page, t }: Scene) => {
    await page.goto('/no/such/page')
    await expectHeading(page, t('common.notFound.title'))
  },
  'no such chat': async ({ page, t, problems }: Scene) => {
    problems.expect(/404/)
    await page.goto('/chat/01980000-0000-7000-8000-000000000000')
    await expectHeading(page, t('chat.page.notFound'))
  },
} as const

type GeneralScreen = keyof typeof screens
type SettingsScreen = keyof typeof settingsScreens
type WorkflowScreen = keyof typeof workflowScreens
type KnowledgeScreen = keyof typeof knowledgeScreens
type UsageScreen = keyof typeof usageScreens

export type ScreenName = GeneralScreen | SettingsScreen | WorkflowScreen | KnowledgeScreen | UsageScreen

const isOfSettings = (name: ScreenName): name is SettingsScreen => name in settingsScreens
const isOfWorkflows = (name: ScreenName): name is WorkflowScreen => name in workflowScreens
const isOfKnowledge = (name: ScreenName): name is KnowledgeScreen => name in knowledgeScreens
const isOfUsage = (name: ScreenName): name is UsageScreen => name in usageScreens

export const screenNames = [screens, settingsScreens, workflowScreens, knowledgeScreens, usageScreens].flatMap(
  (each) => Object.keys(each) as ScreenName[],
)

const publicScreens = new Set<ScreenName>(['sign-in', 'account sign-in', 'several ways to sign in'])

type Stage = Visit & {
  readonly visit: (visit?: Visit) => Promise<Page>
  readonly people: People
  readonly db: PrismaClient
  readonly problems: Problems
  readonly language: Language
}

/** Opens a screen for a new user; resolves when it is complete. */
export async function showScreen(name: ScreenName, { visit, people, db, problems, ...look }: Stage) {
  if (isOfSettings(name)) {
    const hall = await prepareHall(db, people)
    const page = await visit({ ...look, as: hall.person })
    await settingsScreens[name]({ page, t: createTexts(look.language), language: look.language, hall })
    return { page, person: hall.person }
  }
  if (isOfWorkflows(name)) {
    const studio = await prepareStudio(db, people)
    const page = await visit({ ...look, as: studio.person })
    await workflowScreens[name]({ page, t: createTexts(look.language), problems, studio })
    return { page, person: studio.person }
  }
  if (isOfKnowledge(name)) {
    const library = await prepareLibrary(db, people)
    const page = await visit({ ...look, as: library.person })
    await knowledgeScreens[name]({ page, t: createTexts(look.language), library })
    return { page, person: library.person }
  }
  if (isOfUsage(name)) {
    const { person, tenantId } = await prepareUsage(db, people)
    const page = await visit({ ...look, as: person })
    await usageScreens[name]({ page, t: createTexts(look.language), tenantId, userId: person.id })
    return { page, person }
  }
  const person = look.as ?? (await people.invite('member'))
  const page = await visit(publicScreens.has(name) ? look : { ...look, as: person })
  await screens[name]({ page, t: createTexts(look.language), language: look.language, db, person, problems })
  return { page, person }
}
