// Makes the pictures of the help: light, in each language, small enough for the repository.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languageNames, languages } from '@heddle/contracts/languages'
import type { PrismaClient } from '@heddle/db/client'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { getTemplate } from '@heddle/workflow/model/templates/templates'
import type { Page } from '@playwright/test'
import { createChatScreen } from '../support/pages/chat.ts'
import { expect, type Problems, test, type Visit } from '../support/fixtures.ts'
import { press } from '../support/controls/forms.ts'
import type { People } from '../support/people.ts'
import { type ScreenName, showScreen } from '../support/screens/screens.ts'
import { createTexts, type Texts } from '../support/texts.ts'
import { expectDraftSaved } from '../support/pages/workflows.ts'
import type { PictureName } from './picture-list.ts'
import { createSampleChat, samples } from './sample-chat.ts'
import { createTrouble } from './sample-trouble.ts'

const directory = process.env.PICTURE_DIR ?? ''
const viewport = { width: 1200, height: 720 }

type Stage = {
  readonly visit: (visit?: Visit) => Promise<Page>
  readonly people: People
  readonly db: PrismaClient
  readonly problems: Problems
  readonly language: Language
  readonly t: Texts
}

/** Opens the sample chat for a new user. */
async function openChat({ visit, people, db, language, t }: Stage): Promise<Page> {
  const member = await people.invite('member')
  const path = await createSampleChat(db, member, language)
  const page = await visit({ as: member, language, viewport })
  await page.goto(path)
  await expect(createChatScreen(page, t).text.getByRole('list')).toBeVisible()
  await expect(page.getByRole('button', { name: t('chat.choice.modelCurrent', { name: '' }) })).toBeVisible()
  return page
}

type Scene = (stage: Stage) => Promise<Page>

/** A screen of the tour as it is. */
const fromTour =
  (name: ScreenName): Scene =>
  (stage) =>
    showScreen(name, { ...stage, viewport })

const scenes: Readonly<Record<PictureName, Scene>> = {
  'new-chat': fromTour('new chat'),
  reply: openChat,
  sources: async (stage) => {
    const page = await openChat(stage)
    await press(page, stage.t('chat.sources.show'))
    await expect(page.getByText(samples[stage.language].passage)).toBeVisible()
    return page
  },
  share: async (stage) => {
    const page = await openChat(stage)
    await press(page, stage.t('chat.header.more'))
    await page.getByRole('menuitem', { name: stage.t('chat.header.share'), exact: true }).click()
    await page.getByRole('dialog').getByText(stage.t('share.audience.tenant'), { exact: true }).click()
    await expect(page.getByRole('dialog').getByText(stage.t('share.says.tenant'))).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('heading', { name: stage.t('share.hidden.heading') })).toBeVisible()
    return page
  },
  'bad-response': async (stage) => {
    const page = await openChat(stage)
    await press(page, stage.t('chat.feedback.bad'))
    await expect(page.getByText(stage.t('chat.feedback.question'))).toBeVisible()
    return page
  },
  search: async (stage) => {
    const page = await openChat(stage)
    await page.goto(`/chat/search?q=${encodeURIComponent(samples[stage.language].keyword)}`)
    await expect(page.getByRole('region', { name: stage.t('history.search.results') }).getByRole('link')).toHaveCount(1)
    return page
  },
  builder: async ({ visit, people, db, language, t }) => {
    const { tenantId, join: joinInstitute } = await people.createInstitute()
    const { name, createGraph } = getTemplate('help_desk')
    const graph = createGraph(language)
    const { id } = await createWorkflow(db, { tenantId, name: { default: name.en, ...name }, draft: graph })
    const page = await visit({ as: await joinInstitute('A'), language, viewport })
    await page.goto(`/workflow/${id}`)
    await expectDraftSaved(page, t)
    await page.locator('.react-flow__node').nth(1).click()
    await expect(page.getByRole('complementary').getByRole('textbox').first()).toBeVisible()
    return page
  },
  'response-language': async (stage) => {
    const page = await fromTour('new chat')(stage)
    await press(page, stage.t('chat.choice.languageCurrent', { name: languageNames[stage.language] }))
    await expect(page.getByRole('menuitemradio', { checked: true })).toBeVisible()
    return page
  },
  'admin-home': async (stage) => {
    const { visit, people, db, language, t } = stage
    const { tenantId, join: joinInstitute } = await people.createInstitute()
    const person = await joinInstitute('A')
    await createTrouble(db, { tenantId, userId: person.id, collection: samples[language].source })
    const page = await visit({ as: person, language, viewport })
    await page.goto('/')
    const overview = page.getByRole('region', { name: t('overview.heading') })
    await expect(overview.getByRole('link')).toHaveCount(8)
    await overview.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    return page
  },
  'usage-summary': fromTour('usage of the institute'),
  'usage-users': fromTour('usage by user'),
  experts: fromTour('assistants'),
  profile: fromTour('my profile'),
  models: fromTour('models'),
  collection: fromTour('sources of a collection'),
  users: fromTour('users'),
  limits: fromTour('usage limits'),
  'feedback-list': fromTour('feedback'),
}

/** Two letters of each language that are drawn alike only as the boxes of a machine without a font for them. */
const letters: Readonly<Record<Language, readonly [string, string]>> = {
  zhHant: ['織', '布'],
  en: ['a', 'b'],
  ja: ['お', 'り'],
  th: ['ก', 'ข'],
  vi: ['ắ', 'ở'],
}

/** Throws when the machine has no font for a language: `apt-get install fonts-noto-cjk` brings those of Chinese and Japanese. */
async function expectFont(page: Page, language: Language) {
  const images = await page.evaluate<string[]>(
    `${JSON.stringify(letters[language])}.map((letter) => {
      const canvas = document.createElement('canvas')
      const context = canvas.getContext('2d')
      context.font = '40px ' + getComputedStyle(document.body).fontFamily
      context.fillText(letter, 10, 60)
      return canvas.toDataURL()
    })`,
  )
  expect(new Set(images).size, `fonts with the letters ${letters[language].join(' ')}`).toBe(2)
}

/** Saves what the page shows. Playwright itself makes no WebP. */
async function save(page: Page, folder: string, name: string) {
  await page.mouse.move(0, 0)
  await page.addStyleTag({ content: '* { caret-color: transparent !important }' })
  await page.evaluate('document.fonts.ready')
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 72 })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
}

for (const language of languages) {
  for (const [name, open] of Object.entries(scenes)) {
    test(`${name} ${language}`, async ({ visit, people, db, problems }) => {
      const page = await open({ visit, people, db, problems, language, t: createTexts(language) })
      await expectFont(page, language)
      await save(page, join(directory, language), name)
    })
  }
}
