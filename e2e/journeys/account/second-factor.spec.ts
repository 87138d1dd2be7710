// A second factor: set up at the sign-in where the institute asks for one, shown at the next ones, and removed again.
import { createHmac, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { fillIn } from '../../support/pages/chat.ts'
import { createHostname, expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { findDialog, findSection, press } from '../../support/controls/forms.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('zhHant')
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const minutes = 60_000

/** Returns the code of an authenticator app (RFC 6238), `steps` of 30 s from now. */
function computeCode(secret: string, steps = 0): string {
  const letters = secret.replaceAll(' ', '')
  const bits = Array.from(letters, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** Gives the browser of a page an authenticator that has verified its user. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('an institute asks for a second factor: an app at the sign-in, a passkey beside it, recovery codes for both', async ({
  visit,
  people,
  db,
  product,
  problems,
}) => {
  problems.expect(/40[013]/)
  const hostname = createHostname(`factor-${randomUUID().slice(0, 8)}`)
  const { tenantId, join } = await people.createInstitute()
  const rule = { secondFactorRule: 'everyone', secondFactorGraceDays: 0, secondFactorSince: new Date(0), passkeyLogin: true } as const
  await db.tenant.update({ where: { id: tenantId }, data: { hostname, ...rule } })
  const member = await join('U', { tourOfferedAt: new Date() })
  // Passkeys are bound to a host name, which browsers take for secure below `localhost`.
  const origin = `http://${hostname}:${new URL(product.origin).port}`
  const page = await visit({ language: 'zhHant', viewport: phone, origin })
  await addAuthenticator(page)

  const home = page.getByRole('main').getByRole('link', { name: t('home.newChat') })
  const step = page.getByRole('heading', { level: 2, name: t('factor.step.title') })
  const codeField = page.getByRole('textbox', { name: t('factor.step.code') })
  const signIn = () => fillIn(page, t, 'email', member.email, member.password)
  const signOut = async () => {
    await page.goto('/logout')
    await expect(page).toHaveURL('/login')
  }
  let secret = ''
  let codes: string[] = []

  await test.step('sets up an authenticator app, and keeps the recovery codes', async () => {
    await page.goto('/login')
    await signIn()
    await expect(page.getByText(t('factor.enrol.required'))).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: t('factor.authenticator.add') }).click()
    await expect(page.getByRole('img', { name: t('factor.authenticator.qr') })).toBeVisible()
    secret = await page.locator('code').innerText()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await screenshot(page, 'factor-enrolment-phone-zhHant')
    await page.getByRole('textbox', { name: t('factor.authenticator.code') }).fill(computeCode(secret))
    await press(page, t('factor.authenticator.confirm'))
    const items = page.getByRole('main').getByRole('listitem')
    await expect(items).toHaveCount(10)
    codes = await items.allInnerTexts()
    await expectAccessible(page)
    await press(page, t('factor.recovery.kept'))
    await expect(home).toBeVisible()
  })

  await test.step('adds a passkey in the profile', async () => {
    await page.goto('/settings/me')
    const section = findSection(page, t('factor.section.title'))
    await press(section, t('factor.passkey.add'))
    await expect(
      section.getByRole('button', { name: new RegExp(`^${t('factor.remove.label', { name: t('factor.passkey.name') })}`) }),
    ).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  await test.step('signs in with the passkey alone, and with it after the password', async () => {
    await signOut()
    await press(page, t('factor.passkey.signIn'))
    await expect(home).toBeVisible()
    await signOut()
    await signIn()
    await expect(step).toBeVisible()
    if (await codeField.isVisible()) await press(page, t('factor.step.usePasskey'))
    await press(page, t('factor.step.usePasskey'))
    await expect(home).toBeVisible()
  })

  await test.step('takes the code of the app once, and a recovery code once', async () => {
    await signOut()
    await signIn()
    await expect(step).toBeVisible()
    if (!(await codeField.isVisible())) await press(page, t('factor.step.useCode'))
    await codeField.fill('000000')
    await press(page, t('factor.step.continue'))
    await expect(codeField).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await screenshot(page, 'factor-step-phone-zhHant')
    // The code of the enrolment is used up; the next one is good already.
    await codeField.fill(computeCode(secret, 1))
    await press(page, t('factor.step.continue'))
    await expect(home).toBeVisible()

    await signOut()
    await signIn()
    await press(page, t('factor.step.useRecovery'))
    await page.getByRole('textbox', { name: t('factor.step.recovery') }).fill(codes[0] ?? '')
    await press(page, t('factor.step.continue'))
    await expect(home).toBeVisible()
  })

  await test.step('confirms who it is before it removes the passkey', async () => {
    const verifiedAt = new Date(Date.now() - 11 * minutes)
    await db.session.updateMany({ where: { userId: member.id, revokedAt: null }, data: { verifiedAt } })
    await page.goto('/settings/me')
    const section = findSection(page, t('factor.section.title'))
    await expect(section.getByText(t('factor.recovery.remaining', { count: 9 }))).toBeVisible()
    const name = (
      await section
        .getByRole('listitem')
        .filter({ hasText: t('factor.passkey.name') })
        .locator('p')
        .first()
        .innerText()
    ).trim()
    await press(section, t('factor.remove.label', { name }))
    const title = t('factor.remove.title', { name })
    await press(findDialog(page, title), t('factor.remove.action'))
    const question = findDialog(page, t('factor.stepUp.title'))
    await press(question, t('factor.step.useRecovery'))
    await question.getByRole('textbox', { name: t('factor.step.recovery') }).fill(codes[1] ?? '')
    await expectAccessible(page)
    await screenshot(page, 'factor-step-up-phone-zhHant')
    await press(question, t('factor.authenticator.confirm'))
    await expect(findDialog(page, title)).toBeHidden()
    await expect(section.getByRole('listitem').filter({ hasText: name })).toBeHidden()
  })
})
