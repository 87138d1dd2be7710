// The sources of a reply over a knowledge collection: what the panel says of each passage, what the reply says that they do not, and the
// original at the passage.
import type { PrismaClient } from '@heddle/db/client'
import { createChat } from '@heddle/db/factories/chat'
import { createCollection } from '@heddle/db/factories/knowledge'
import type { Page } from '@playwright/test'
import { createPlacedPdf, placeLines } from '../../../apps/api/test/files/placed-pdf.ts'
import { createChatScreen, fillChat } from '../../support/pages/chat.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { addFile } from '../../support/pages/sources.ts'
import { createTexts } from '../../support/texts.ts'

const language = 'zhHant'
const passage = 'Wool felts when it is rubbed.\n\nCotton shrinks by 3 % in hot water.\n\nLinen is strong.'

const conditioning = 'Specimens are conditioned for a day, at twenty degrees and sixty-five per cent of relative humidity.'
const cited = 'Cotton shrinks by three per cent in hot water, and linen by five; a mercerized yarn shrinks less.'

const createHandbook = () =>
  createPlacedPdf(
    [
      ['This handbook describes how the laboratory of the institute tests yarns and fabrics for its members.'],
      [conditioning, cited, 'The change is measured between two marks, after drying on a flat surface without any tension.'],
      ['Wool is tested by another method, because it felts when it is rubbed in warm and soapy water.'],
    ].map((lines) => placeLines(lines)),
  )

/**
 * Adds the handbook to a new collection with the session of the page, and cites it in a chat: a passage with its validity in the first
 * reply, the second page of the original in the next; returns the path of the chat.
 */
async function createCitingChat(page: Page, db: PrismaClient, { ownerId, tenantId }: { ownerId: string; tenantId: string }) {
  const { id: collectionId } = await createCollection(db, { tenantId })
  const sourceId = await addFile(page, collectionId, new File([new Uint8Array(createHandbook())], 'Handbook.pdf'))
  const { activeVersionId: versionId } = await db.source.findUniqueOrThrow({ where: { id: sourceId } })
  const { id: chatId } = await createChat(db, { ownerId, title: 'Washing', responseLanguage: language })
  const [, first = '', , second = ''] = await fillChat(db, chatId, [
    'How much does cotton shrink?',
    'Cotton shrinks by 3 % [2]. Silk shrinks by 7 % [2].',
    'And in the handbook?',
    'Cotton shrinks by three per cent [1].',
  ])
  const from = conditioning.length + 1
  const expired = {
    chunk_id: collectionId,
    heading_path: ['Washing', 'Dimensional change'],
    page_to: 12,
    spans: [],
    valid_until: '2020-12-31',
    replaced_by: 'Handbook of textile testing 2021',
    copyright: { default: '© the institute' },
  }
  const placed = {
    chunk_id: sourceId,
    heading_path: [],
    page_to: 2,
    spans: [{ page: 2, from, to: from + cited.length }],
    valid_until: null,
    replaced_by: null,
    copyright: { default: '' },
  }
  const title = 'Handbook of textile testing'
  await db.messageSource.create({
    data: { messageId: first, number: 2, title, passage, page: 12, score: 0.03, knowledge: expired, collectionId },
  })
  await db.messageSource.create({
    data: {
      messageId: second,
      number: 1,
      title: 'Handbook',
      passage: cited,
      page: 2,
      knowledge: placed,
      collectionId,
      sourceId,
      versionId,
    },
  })
  return `/chat/${chatId}`
}

test('a citation opens its passage, says what it does not support, and opens the original, on a desk and on a phone', async ({
  visit,
  people,
  db,
}) => {
  const t = createTexts(language)
  const { tenantId, join } = await people.createInstitute()
  const person = await join('A')
  const page = await visit({ as: person, language })
  await page.goto(await createCitingChat(page, db, { ownerId: person.id, tenantId }))
  const { replies } = createChatScreen(page, t)
  const [first, second] = [replies.first(), replies.last()]

  await test.step('the passage with its validity', async () => {
    await expect(first.getByRole('img', { name: t('chat.sources.notFound', { what: '7' }) })).toHaveCount(1)
    await expect(first.getByText(t('chat.notice.unsupported', { count: 1 }))).toBeVisible()
    const name = t('chat.sources.nameAtPage', { name: 'Handbook of textile testing', page: 12 })
    await first
      .getByRole('button', { name: t('chat.sources.cited', { number: 1, name }) })
      .first()
      .click()
    const facts = page.getByRole('group', { name: t('chat.sources.facts') })
    for (const text of ['Washing › Dimensional change', '© the institute', 'Handbook of textile testing 2021'])
      await expect(facts).toContainText(text)
    await expect(facts).toContainText(/2020|2563/)
    // The sentence that was cited, and nothing else of the passage.
    const readMarked = () => page.evaluate<string[]>('[...(CSS.highlights.get("cited-sentence") ?? [])].map(String)')
    await expect.poll(readMarked).toEqual(['Cotton shrinks by 3 % in hot water.'])
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await screenshot(page, 'knowledge-citation-desk-light')
    await page.keyboard.press('Escape')
    await expect(facts).toHaveCount(0)
  })

  const number = second.getByRole('button', { name: /Handbook/ })
  const open = page.getByRole('button', { name: t('chat.sources.openOriginal') })
  const back = page.getByRole('button', { name: t('chat.sources.back') })
  const mark = page.getByRole('img', { name: t('document.citedPassage') }).locator('span')

  async function expectMarkedPassage() {
    await expect(mark).toHaveCount(1)
    await expect(mark).toBeInViewport()
    const words = page.getByRole('group', { name: t('document.page', { page: 2 }) }).getByText(cited)
    await expect
      .poll(async () => {
        const [marked, box] = [await mark.boundingBox(), await words.boundingBox()]
        if (!marked || !box) return null
        const middle = box.y + box.height / 2
        return marked.y < middle && middle < marked.y + marked.height && Math.abs(marked.x - box.x) + Math.abs(marked.width - box.width) < 8
      })
      .toBe(true)
  }

  await test.step('the original at the passage, which is marked', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await number.click()
    await open.click()
    await expect(back).toBeFocused()
    await expectMarkedPassage()
    await screenshot(page, 'knowledge-original-desk-dark')
    await page.getByRole('button', { name: t('document.nav.page.next') }).click()
    await expect(page.getByRole('group', { name: t('document.page', { page: 3 }) }).getByText('Wool is tested')).toBeVisible()
    await expect(mark).toHaveCount(0)
    await back.click()
    await expect(open).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(open).toHaveCount(0)
    await expect(number).toBeFocused()

    await page.setViewportSize(phone)
    await number.click()
    await open.click()
    await expectMarkedPassage()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await screenshot(page, 'knowledge-original-phone-dark')
  })
})
