// The sources of a reply over a knowledge collection: what the panel says of each passage, and what the reply says that they do not.
import type { Language } from '@heddle/contracts/languages'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createChatScreen, fillChat, prepareChat } from '../../support/chat.ts'
import { desk, expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const passage = 'Wool felts when it is rubbed.\n\nCotton shrinks by 3 % in hot water.\n\nLinen is strong.'

const looks = [
  { language: 'zhHant', viewport: desk, colorScheme: 'light', where: 'desk-light' },
  { language: 'en', viewport: desk, colorScheme: 'dark', where: 'desk-dark' },
  { language: 'th', viewport: phone, colorScheme: 'light', where: 'phone-light' },
] as const satisfies readonly { language: Language; [key: string]: unknown }[]

for (const { language, where, ...look } of looks) {
  test(`a citation opens its passage with its validity, and says what it does not support: ${language}, ${where}`, async ({
    visit,
    people,
    db,
  }) => {
    const t = createTexts(language)
    const member = await people.invite('member')
    const signIn = await people.signIn(member)
    const { id, path } = await prepareChat(db, member, language, 'Washing')
    const { tenantId } = await db.user.findUniqueOrThrow({ where: { id: member.id } })
    const { id: collectionId } = await createCollection(db, { tenantId })
    const [, reply = ''] = await fillChat(db, id, ['How much does cotton shrink?', 'Cotton shrinks by 3 % [2]. Silk shrinks by 7 % [2].'])
    const origin = {
      chunk_id: collectionId,
      heading_path: ['Washing', 'Dimensional change'],
      page_to: 12,
      spans: [],
      valid_until: '2020-12-31',
      replaced_by: 'Handbook of textile testing 2021',
      copyright: { default: '© the institute' },
    }
    await db.messageSource.create({
      data: {
        messageId: reply,
        number: 2,
        title: 'Handbook of textile testing',
        passage,
        page: 12,
        score: 0.03,
        knowledge: origin,
        collectionId,
      },
    })

    const page = await visit({ signIn, language, ...look })
    await page.goto(path)
    const { reply: shown } = createChatScreen(page, t)
    await expect(shown.getByRole('img', { name: t('chat.sources.notFound', { what: '7' }) })).toHaveCount(1)
    await expect(shown.getByText(t('chat.notice.unsupported', { count: 1 }))).toBeVisible()
    const name = t('chat.sources.nameAtPage', { name: 'Handbook of textile testing', page: 12 })
    await shown
      .getByRole('button', { name: t('chat.sources.cited', { number: 1, name }) })
      .first()
      .click()
    const facts = page.getByRole('group', { name: t('chat.sources.facts') })
    for (const text of ['Washing › Dimensional change', '© the institute', 'Handbook of textile testing 2021'])
      await expect(facts).toContainText(text)
    await expect(facts).toContainText(/2020|2563/)
    // The sentence that was cited, and nothing else of the passage.
    const marked = await page.evaluate<string[]>('[...(CSS.highlights.get("cited-sentence") ?? [])].map(String)')
    expect(marked).toEqual(['Cotton shrinks by 3 % in hot water.'])
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await screenshot(page, `knowledge-citation-${language}-${where}`)
  })
}
