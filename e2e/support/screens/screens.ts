// Every screen of the application, with a function that opens it.
import type { ReplyStep } from '@heddle/contracts/message/message'
import { getConfig } from '@heddle/contracts/system/system'
import { type Language, languageNames } from '@heddle/contracts/languages'
import type { PrismaClient } from '@heddle/db/client'
import { createChatFolder, createChatShare, createMessage } from '@heddle/db/factories/chat'
import { expect, type Page } from '@playwright/test'
import { createChatScreen, chooseExpert, getExpertName, getExpertQuestion, localize, prepareChat } from '../pages/chat.ts'
import type { Problems, Visit } from '../fixtures.ts'
import { leaveScreen, openPath } from '../controls/paths.ts'
import { labels } from '../product/identity.ts'
import { debugScreens } from './debug-screens.ts'
import { datasetScreens, prepareTables } from './dataset-screens.ts'
import { knowledgeScreens, prepareLibrary } from './knowledge-screens.ts'
import type { People, Person } from '../people.ts'
import { prepareHall, settingsScreens } from './settings-screens.ts'
import { type Texts, createTexts } from '../texts.ts'
import { prepareUsage, usageScreens } from './usage-screens.ts'
import { prepareStudio, workflowScreens } from './workflow-screens.ts'

/** What every screen is opened with. */
type Frame = {
  readonly page: Page
  readonly t: Texts
  readonly language: Language
  readonly db: PrismaClient
  readonly problems: Problems
}

type Scene = Frame & { readonly person: Person }

const expectHeading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Expects the link of a chat: its id begins with its time. */
const expectSomeChat = (page: Page) => expect(page.getByRole('main').locator('a[href^="/chat/0"]').first()).toBeVisible()

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
  await openPath(scene.page, chat.path)
  await expect(createChatScreen(scene.page, scene.t).text.getByRole('table')).toBeVisible()
  return chat
}

async function openDialog(scene: Scene, action: 'share' | 'delete') {
  await openConversation(scene)
  const { page, t } = scene
  await page.getByRole('button', { name: t('chat.header.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: t(`chat.header.${action}`), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  if (action === 'share') await expect(dialog.getByRole('button', { name: t('share.submit'), exact: true })).toBeVisible()
}

const publicScreens = {
  'sign-in': async ({ page, t }: Scene) => {
    await page.goto('/login')
    await expectHeading(page, t('auth.title'))
  },
  'account sign-in': async ({ page, t }: Scene) => {
    await page.goto('/secretlogin')
    await expect(page.getByRole('textbox', { name: t('auth.account'), exact: true })).toBeVisible()
  },
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
} as const

const screens = {
  'many chats': async (scene: Scene) => {
    const { page, t, db } = scene
    const { id } = await prepareConversation(scene)
    const folder = await createChatFolder(db, { ownerId: scene.person.id, name: 'Dyeing', color: 'teal' })
    await db.chat.update({ where: { id }, data: { folderId: folder.id, pinnedAt: new Date() } })
    // The first of its area: a list that was read stays valid for half a minute, without the new chat.
    await openPath(page, '/chat/manage')
    await expectHeading(page, t('manage.title'))
    await expect(page.getByRole('main').locator(`a[href="/chat/${id}"]`)).toBeVisible()
  },
  'search in the history': async (scene: Scene) => {
    const { page, t } = scene
    await prepareConversation(scene)
    await openPath(page, '/chat/search')
    await expectHeading(page, t('history.page.title'))
    await expectSomeChat(page)
  },
  home: async (scene: Scene) => {
    const { page, t } = scene
    await prepareConversation(scene)
    await openPath(page, '/')
    await expectHeading(page, t('home.welcome', { product: 'Heddle' }))
    await expectSomeChat(page)
    await expect(page.getByRole('main')).toContainText(getExpertName(scene.language))
  },
  'choosing an assistant': async ({ page, t, language }: Scene) => {
    await openPath(page, '/chat')
    await expectHeading(page, t('chat.start.heading'))
    await expect(page.getByRole('button', { name: getExpertName(language) })).toBeVisible()
  },
  'new chat': async ({ page, t, language }: Scene) => {
    await openPath(page, '/chat')
    await chooseExpert(page, t, language)
  },
  'chat with a reply': async (scene: Scene) => {
    await openConversation(scene)
    await scene.page.getByRole('button', { name: scene.t('chat.thought.show') }).click()
    await expect(scene.page.getByRole('button', { name: scene.t('chat.thought.hide') })).toBeVisible()
  },
  'shared chat': async (scene: Scene) => {
    const { id } = await prepareConversation(scene)
    await createChatShare(scene.db, { chatId: id })
    await openPath(scene.page, `/chat/${id}/view`)
    await expect(createChatScreen(scene.page, scene.t).text.getByRole('table')).toBeVisible()
  },
  'library of prompts': async ({ page, t }: Scene) => {
    await openPath(page, '/prompt')
    await expectHeading(page, t('prompt.title'))
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  },
  'a new prompt': async ({ page, t }: Scene) => {
    await openPath(page, '/prompt/create')
    await expectHeading(page, t('prompt.create.title'))
  },
  assistants: async ({ page, t, language }: Scene) => {
    await openPath(page, '/assistant')
    await expectHeading(page, t('assistant.title'))
    await expect(page.getByRole('main')).toContainText(getExpertName(language))
  },
  help: async ({ page, t }: Scene) => {
    await openPath(page, '/help')
    await expect(page.getByRole('region', { name: t('help.audience.everyone') }).getByRole('link')).not.toHaveCount(0)
  },
  'chapter of the help': async ({ page }: Scene) => {
    await openPath(page, '/help/keyboard')
    await expect(page.getByRole('article').getByRole('switch')).toBeVisible()
  },
  'a new expert': async ({ page, t }: Scene) => {
    await openPath(page, '/assistant/create')
    await expectHeading(page, t('assistant.editor.createTitle'))
    await page.getByRole('button', { name: t('assistant.questions.add') }).click()
    await expect(page.getByRole('textbox', { name: t('assistant.questions.titleOf', { number: 1 }) })).toBeVisible()
  },
  'account menu': async ({ page, t, person }: Scene) => {
    await openPath(page, '/')
    await page.getByRole('button', { name: t('shell.account.label', { name: person.name }) }).click()
    await expect(page.getByRole('menuitem', { name: t('shell.account.logout') })).toBeVisible()
  },
  'language menu': async ({ page, t, language }: Scene) => {
    await openPath(page, '/')
    await page.getByRole('button', { name: t('shell.language', { name: languageNames[language] }) }).click()
    await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText(languageNames[language])
  },
  'share dialog': (scene: Scene) => openDialog(scene, 'share'),
  'delete dialog': (scene: Scene) => openDialog(scene, 'delete'),
  'not for this role': async ({ page, t }: Scene) => {
    await openPath(page, '/settings/audit')
    await expect(page.getByText(t('common.notAllowed.title'))).toBeVisible()
  },
  'no such page': async ({ page, t }: Scene) => {
    await openPath(page, '/no/such/page')
    await expectHeading(page, t('common.notFound.title'))
  },
  'no such chat': async ({ page, t, problems }: Scene) => {
    problems.expect(/404/)
    await openPath(page, '/chat/01980000-0000-7000-8000-000000000000')
    await expectHeading(page, t('chat.page.notFound'))
  },
  'an own password first': async ({ page, t, db, person }: Scene) => {
    // The application reads its user once, when it loads; what an open one asks for would be refused.
    await page.goto('about:blank')
    await db.user.update({ where: { id: person.id }, data: { mustChangePassword: true } })
    await page.goto('/')
    await expectHeading(page, t('settings.choosePassword.title'))
  },
} as const

export type ScreenName =
  | keyof typeof publicScreens
  | keyof typeof screens
  | keyof typeof settingsScreens
  | keyof typeof debugScreens
  | keyof typeof workflowScreens
  | keyof typeof knowledgeScreens
  | keyof typeof datasetScreens
  | keyof typeof usageScreens

type Stage = Visit & {
  readonly visit: (visit?: Visit) => Promise<Page>
  readonly people: People
  readonly db: PrismaClient
  readonly problems: Problems
  readonly language: Language
}

/** The screens that need the same preparation, for a new user unless they are public. */
function defineArea<Preparation extends { readonly person: Person }>(
  screensByName: Partial<Record<ScreenName, (scene: Frame & Preparation) => Promise<unknown>>>,
  prepare: (stage: Stage) => Promise<Preparation>,
  isPublic = false,
) {
  return {
    names: Object.keys(screensByName) as ScreenName[],
    /**
     * Opens a page; `show` opens a screen of the area there, and resolves when it is complete. `prepareWindow` runs before, when the page
     * has nothing that is long to lay out.
     */
    open: async (stage: Stage) => {
      const preparation = await prepare(stage)
      const { visit, people: _, db, problems, ...look } = stage
      const page = await visit(isPublic ? look : { ...look, as: preparation.person })
      const scene = { ...preparation, page, db, problems, t: createTexts(look.language), language: look.language }
      const show = async (name: ScreenName, prepareWindow?: () => Promise<void>) => {
        // Each public screen loads the application: without a session no page is neutral, as all lead to the sign-in.
        if (page.url() !== 'about:blank' && !isPublic) await leaveScreen(page, scene.t)
        await prepareWindow?.()
        await screensByName[name]?.(scene)
      }
      return { page, show }
    },
  }
}

const prepareMember = async ({ as, people }: Stage) => ({ person: as ?? (await people.invite('member')) })

async function prepareSettings({ db, people }: Stage) {
  const hall = await prepareHall(db, people)
  return { person: hall.person, hall }
}

async function prepareWorkflows({ db, people }: Stage) {
  const studio = await prepareStudio(db, people)
  return { person: studio.person, studio }
}

async function prepareKnowledge({ db, people }: Stage) {
  const library = await prepareLibrary(db, people)
  return { person: library.person, library }
}

async function prepareDatasets({ db, people }: Stage) {
  const tables = await prepareTables(db, people)
  return { person: tables.person, tables }
}

const areas = [
  defineArea(publicScreens, prepareMember, true),
  defineArea(screens, prepareMember),
  defineArea({ ...settingsScreens, ...debugScreens }, prepareSettings),
  defineArea(workflowScreens, prepareWorkflows),
  defineArea(knowledgeScreens, prepareKnowledge),
  defineArea(datasetScreens, prepareDatasets),
  defineArea(usageScreens, ({ db, people }) => prepareUsage(db, people)),
]

export const screenNames = areas.flatMap(({ names }) => names)

const maxGroupSize = 24

/** The screens in groups that one page can show, one after the other: a screen that changes what others show is the last of its area. */
export const screenGroups = areas.flatMap(({ names, open }) => {
  const count = Math.ceil(names.length / maxGroupSize)
  const size = Math.ceil(names.length / count)
  return Array.from({ length: count }, (_, index) => ({ names: names.slice(index * size, (index + 1) * size), open }))
})

/** Opens a screen for a new user; resolves when it is complete. */
export async function showScreen(name: ScreenName, stage: Stage): Promise<Page> {
  const area = areas.find(({ names }) => names.includes(name))
  if (!area) throw new Error(`There is no screen ${name}.`)
  const { page, show } = await area.open(stage)
  await show(name)
  return page
}
