// A user says that a reply is wrong and includes the chat; an administrator makes a test of it, and the user asks again.
import { kindColumns } from '@heddle/contracts/dataset/kind-columns'
import { createDataset } from '@heddle/db/factories/dataset'
import { findButton, findDialog, press } from '../../support/controls/forms.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, screenshot, test } from '../../support/fixtures.ts'
import { listLooks } from '../../support/looks.ts'
import { createChatScreen, createDirective, prepareChat } from '../../support/pages/chat.ts'
import { createTexts } from '../../support/texts.ts'

for (const { name: where, language, ...look } of listLooks('th-dark-phone')) {
  test(`feedback becomes a test, and its user asks again: ${where}`, async ({ visit, people, db }) => {
    const t = createTexts(language)
    const question = 'How strong is hemp?'
    const member = await people.invite('member')
    const { tenantId } = await db.user.findUniqueOrThrow({ where: { id: member.id } })
    const { id: groupId } = await db.group.findFirstOrThrow({ where: { tenantId } })
    const name = `Hemp ${where}`
    const columns = [...(kindColumns.eval ?? [])]
    const set = await createDataset(db, {
      tenantId,
      groupId,
      kind: 'eval',
      columns,
      nextColumn: columns.length + 1,
      name: { default: name },
    })

    const { path } = await prepareChat(db, member, language)
    const own = await visit({ as: member, language, ...look })
    const chat = createChatScreen(own, t)
    await own.goto(path)
    await chat.ask(`${question} ${createDirective('tps=0,tokens=40')}`)
    await chat.expectDone()
    await press(own, t('chat.feedback.bad'))
    await own.getByRole('checkbox', { name: t('chat.feedback.include') }).check()
    await press(own.getByRole('form', { name: t('chat.feedback.question') }), t('chat.feedback.submit'))
    await expect(own.getByText(t('chat.feedback.thanks'))).toBeVisible()

    const page = await visit({ as: await people.invite('admin'), language, ...look })
    await page.goto(`/settings/feedback?person=${member.id}&state=open`)
    await press(page, t('feedback.detailsOf', { name: member.name }))
    const drawer = findDialog(page, t('feedback.details'))
    await expect(drawer.getByText(question)).toBeVisible()
    await press(drawer, t('feedback.row.eval.make'))
    const dialog = findDialog(page, t('feedback.row.eval.make'))
    await expect(dialog.getByRole('textbox', { name: t('feedback.row.question') })).toHaveValue(new RegExp(question.replace('?', '\\?')))
    await dialog.getByRole('textbox', { name: t('feedback.row.question') }).fill(question)
    const field = dialog.getByRole('combobox', { name: t('feedback.row.eval.dataset') })
    await field.fill(name)
    await page.getByRole('option', { name, exact: true }).click()
    await dialog.getByRole('textbox', { name: t('feedback.row.eval.answer') }).fill('550 MPa')
    await expectAccessible(page)
    await screenshot(page, `feedback-make-test-${where}`)
    await press(dialog, t('feedback.row.submit'))
    await expect(dialog).toBeHidden()
    await expect(drawer.getByRole('link', { name })).toHaveAttribute('href', new RegExp(`/knowledge/dataset/${set.id}\\?row=`))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await screenshot(page, `feedback-dealt-with-${where}`)
    const [row] = await db.datasetRow.findMany({ where: { datasetId: set.id } })
    expect(row?.data).toMatchObject({ c1: question, c2: language, c3: '550 MPa', c9: 'feedback', c10: 'ready' })

    await own.reload()
    await expect(own.getByText(t('chat.feedback.dealtWith'))).toBeVisible()
    await screenshot(own, `feedback-ask-again-${where}`)
    await findButton(own, t('chat.feedback.askAgain')).click()
    await expect(own.getByText('2/2')).toBeVisible()
    await chat.expectDone()
  })
}
