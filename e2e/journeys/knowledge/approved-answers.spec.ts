// Approved answers from their publication to a reply: tried in their tab, given word for word in a chat, and translated where there is none
// in the reader's language.
import { kindColumns } from '@heddle/contracts/dataset/kind-columns'
import type { Language } from '@heddle/contracts/languages'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createDataset, createDatasetRow } from '@heddle/db/factories/dataset'
import { createGroup } from '@heddle/db/factories/group'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { getTemplate } from '@heddle/workflow/model/templates/templates'
import { bindResources } from '@heddle/workflow/model/graph/bound-resources'
import { groups } from '@heddle/seed/seed-data'
import { desk, expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { createChatScreen } from '../../support/pages/chat.ts'
import { createTexts } from '../../support/texts.ts'

const words = {
  zhHant: {
    question: '試樣在拉伸試驗前要調節多久？',
    near: '拉伸試驗前試樣要調節多久',
    answer: '試樣須在 20 °C、相對濕度 65 % 下調節 24 小時。',
    other: '耐光色牢度用什麼光源？',
    mark: '由模型自English翻譯；核定的只有原文',
  },
  en: {
    question: 'How long are samples conditioned before a tensile test?',
    near: 'How long are the samples conditioned before the tensile test',
    answer: 'Samples are conditioned for 24 hours at 20 °C and 65 % relative humidity.',
    other: 'Which light source is used for colour fastness?',
    mark: 'Translated by a model from 日本語; only the original text is approved',
  },
  th: {
    question: 'ต้องปรับสภาวะชิ้นทดสอบนานเท่าใดก่อนทดสอบแรงดึง',
    near: 'ก่อนทดสอบแรงดึงต้องปรับสภาวะชิ้นทดสอบนานเท่าใด',
    answer: 'ปรับสภาวะชิ้นทดสอบ 24 ชั่วโมงที่ 20 °C และความชื้นสัมพัทธ์ 65 %',
    other: 'ใช้แหล่งกำเนิดแสงใดทดสอบความคงทนของสีต่อแสง',
    mark: 'โมเดลแปลจากEnglish เฉพาะข้อความต้นฉบับเท่านั้นที่อนุมัติแล้ว',
  },
} as const

const looks = [
  { language: 'zhHant', viewport: desk, colorScheme: 'light', where: 'desk-light' },
  { language: 'en', viewport: desk, colorScheme: 'dark', where: 'desk-dark' },
  { language: 'th', viewport: phone, colorScheme: 'light', where: 'phone-light' },
] as const satisfies readonly { language: Language; [key: string]: unknown }[]

for (const { language, where, ...look } of looks) {
  test(`approved answers are tried, given word for word, and translated: ${language}, ${where}`, async ({ visit, people, db }) => {
    const t = createTexts(language)
    const { question, near, answer, other, mark } = words[language]
    const { tenantId, join } = await people.createInstitute()
    const { id: groupId } = await createGroup(db, { tenantId, ...groups.laboratory })
    const name = { default: 'Laboratory answers' }
    const { id: datasetId } = await createDataset(db, {
      tenantId,
      groupId,
      name,
      kind: 'qa',
      // Of words: what is asked differs from the wordings in some.
      matchThresholds: { '': 0.6 },
      columns: [...(kindColumns.qa ?? [])],
      rowCount: 3,
    })
    const [zhHant, en, th] = [words.zhHant, words.en, words.th]
    const wordings = [zhHant.question, th.question].join('\n')
    await createDatasetRow(db, {
      datasetId,
      data: { c1: en.question, c2: wordings, c3: zhHant.answer, c4: en.answer, c6: th.answer, c8: 'ISO 139:2005', c10: '2999-12-31' },
    })
    // A reader of English is given a translation of the Japanese answer, and others one of the English answer.
    const approved = language === 'en' ? { c5: 'キセノンアークランプを使います。' } : { c4: 'A xenon arc lamp.' }
    await createDatasetRow(db, { datasetId, data: { c1: en.other, c2: [zhHant.other, th.other].join('\n'), ...approved } })
    await createDatasetRow(db, { datasetId, data: { c1: `${question} ?`, c4: 'Other.', c10: '2020-12-31' } })

    const admin = await join('A')
    const page = await visit({ signIn: await people.signIn(admin), language, ...look })
    await page.goto(`/knowledge/dataset/${datasetId}?tab=test`)
    await page.getByRole('button', { name: t('dataset.publish.action') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('link', { name: t('dataset.publish.showNearEqual') })).toBeVisible()
    await dialog.getByRole('button', { name: t('dataset.publish.action') }).click()
    await expect.poll(async () => (await db.dataset.findUniqueOrThrow({ where: { id: datasetId } })).publishedVersion).toBe(1)
    await page.getByRole('textbox', { name: t('dataset.qa.try.question') }).fill(near)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: t('dataset.qa.answer.title') })).toBeVisible()
    await expect(page.getByText(answer)).toBeVisible()
    const review = page.getByRole('region', { name: t('dataset.qa.review.title') })
    await expect(review.getByText(t('dataset.qa.review.expired'))).toBeVisible()
    await expect(review.getByText(t('dataset.qa.review.nearEqual'))).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await screenshot(page, `approved-answers-test-${language}-${where}`)

    const draft = bindResources(getTemplate('approved_first').createGraph(language), { dataset: [datasetId] })
    const { id: workflowId } = await createWorkflow(db, { tenantId, draft })
    const { id: assistantId } = await createAssistant(db, { tenantId, groupId, workflowId, isPublic: true })
    await page.goto(`/chat?assistant=${assistantId}`)
    const chat = createChatScreen(page, t)
    await chat.ask(near)
    await chat.expectDone(1)
    await expect(chat.reply).toContainText(answer)
    await expect(chat.reply).toContainText('ISO 139:2005')
    const source = chat.reply.getByRole('button', { name: t('chat.sources.cited', { number: 1, name: name.default }) }).first()
    await source.press('Enter')
    await expect(page.getByRole('group', { name: t('chat.sources.rows.table') })).toContainText(answer)
    await page.keyboard.press('Escape')
    await screenshot(page, `approved-answers-word-for-word-${language}-${where}`)

    await chat.ask(other)
    await chat.expectDone(2)
    await expect(chat.reply).toContainText(mark)
    await expectAccessible(page)
    await screenshot(page, `approved-answers-translated-${language}-${where}`)
  })
}
