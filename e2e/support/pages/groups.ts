// A group's page: its texts, its members, and its assets.
import { languages, languageNames, type Language } from '@heddle/contracts/languages'
import type { PrismaClient } from '@heddle/db/client'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { expect, type Locator, type Page } from '@playwright/test'
import { confirmDialog, findDialog, expectMessage, press, findRow } from '../controls/forms.ts'
import type { Person } from '../people.ts'
import type { Texts } from '../texts.ts'

/** Inserts a group with an owner and a member. */
export async function createWeavers(db: PrismaClient, { tenantId, owner, member }: { tenantId: string; owner: Person; member: Person }) {
  const group = await createGroup(db, { tenantId, name: { default: 'Weavers' } })
  await createMembership(db, { groupId: group.id, userId: owner.id, role: 'O' })
  await createMembership(db, { groupId: group.id, userId: member.id })
  return group
}

export async function openGroup(page: Page, id: string, name: string): Promise<void> {
  await page.goto(`/settings/group/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

export const findMemberRow = (page: Page, t: Texts, name: string): Locator => findRow(page, t('group.members.title'), name)

/** Finds and adds a user in the open dialog. */
export async function addMember(page: Page, t: Texts, group: string, keyword: string, name: string): Promise<void> {
  const form = findDialog(page, t('group.add.title', { group }))
  await form.getByRole('searchbox').fill(keyword)
  await press(form, t('group.add.addNamed', { name }))
  await expectMessage(page, t('group.add.done', { name }))
  await form
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click()
  await expect(form).toBeHidden()
}

export async function removeMember(page: Page, t: Texts, group: string, name: string): Promise<void> {
  await press(findMemberRow(page, t, name), t('group.members.remove', { name }))
  await confirmDialog(page, t('group.members.removeTitle', { name, group }), t('group.members.removeConfirm'))
  await expectMessage(page, t('group.members.removed', { name }))
  await expect(findMemberRow(page, t, name)).toHaveCount(0)
}

/** Fills in a text of the form in every language; `own` is the interface's language, which the first field edits. */
export async function translate(
  page: Page,
  t: Texts,
  { own, label, texts }: { own: Language; label: string; texts: Readonly<Record<Language, string>> },
): Promise<void> {
  const translations = page.getByRole('group', { name: t('form.localized.label', { label }), exact: true })
  await page
    .getByRole('button', { name: t('form.localized.none') })
    .first()
    .click()
  for (const language of languages) {
    if (language === own) await page.getByRole('textbox', { name: label }).first().fill(texts[own])
    else await translations.getByRole('textbox', { name: languageNames[language], exact: true }).fill(texts[language])
  }
}
