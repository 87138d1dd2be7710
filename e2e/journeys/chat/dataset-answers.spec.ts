// Questions to the expert on the sample dataset: a comparison, means by group, another unit, and a value that is not there. The figures are
// those that Python computes from the file.
import type { Language } from '@heddle/contracts/languages'
import { fabricTestsDataset, fabricTestsExpert } from '@heddle/seed/fabric-tests/fabric-tests-expert'
import { desk, expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { createChatScreen, localize } from '../../support/pages/chat.ts'
import { createTexts } from '../../support/texts.ts'

const asked = {
  zhHant: { heavy: '經向強力超過 2.3 kN 的有幾筆？', missing: '有幾筆纖維是「克維拉」？' },
  en: { heavy: 'How many samples have a warp strength over 2.3 kN?', missing: 'How many samples are of the fiber “aramid”?' },
  th: { heavy: 'แรงดึงขาดแนวด้ายยืนมากกว่า 2.3 kN มีกี่ตัวอย่าง', missing: 'เส้นใย “อะรามิด” มีกี่ตัวอย่าง' },
} as const

const looks = [
  { language: 'zhHant', viewport: desk, colorScheme: 'light', where: 'desk-light' },
  { language: 'en', viewport: desk, colorScheme: 'dark', where: 'desk-dark' },
  { language: 'th', viewport: phone, colorScheme: 'light', where: 'phone-light' },
] as const satisfies readonly { language: Language; [key: string]: unknown }[]

for (const { language, where, ...look } of looks) {
  test(`a dataset answers with its rows, and says what it does not have: ${language}, ${where}`, async ({ visit, people, db }) => {
    const t = createTexts(language)
    const { id: assistantId } = await db.assistant.findFirstOrThrow({
      where: { name: { path: ['default'], equals: fabricTestsExpert.name.default } },
    })
    const page = await visit({ signIn: await people.signIn(await people.invite('member')), language, ...look })
    await page.goto(`/chat?assistant=${assistantId}`)
    const chat = createChatScreen(page, t)
    const { reply } = chat
    const table = page.getByRole('group', { name: t('chat.sources.rows.table') })
    const cited = t('chat.sources.cited', { number: 1, name: localize(fabricTestsDataset.name, language) })
    const source = reply.getByRole('button', { name: cited }).first()

    const [light, byFiber] = fabricTestsExpert.recommendedQuestions.map(({ content }) => localize(content, language))
    await chat.ask(light ?? '')
    await chat.expectDone(1)
    await source.press('Enter')
    await expect(table.getByRole('row')).toHaveCount(20)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await screenshot(page, `dataset-answer-rows-${language}-${where}`)
    await page.keyboard.press('Escape')

    await chat.ask(byFiber ?? '')
    await chat.expectDone(2)
    await source.press('Enter')
    await expect(table).toContainText(/1,?954\.9/)
    await expect(table).toContainText(/542\.4/)
    await page.keyboard.press('Escape')

    await chat.ask(asked[language].heavy)
    await chat.expectDone(3)
    await source.press('Enter')
    await expect(table).toContainText('6')
    await page.keyboard.press('Escape')

    await chat.ask(asked[language].missing)
    await chat.expectDone(4)
    await expect(reply).toContainText(asked[language].missing.match(/[“「](.*)[”」]/u)?.[1] ?? '')
    await expect(source).toHaveCount(0)
    await screenshot(page, `dataset-answer-missing-${language}-${where}`)
  })
}
