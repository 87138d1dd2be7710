// The debug views of administrators, which are on outside production.
import { expect, type Page } from '@playwright/test'
import { findSection } from '../controls/forms.ts'
import type { Texts } from '../texts.ts'

type Scene = { readonly page: Page; readonly t: Texts }

export const debugScreens = {
  'debug: general': async ({ page, t }: Scene) => {
    await page.goto('/debug/common')
    await expect(findSection(page, t('debug.settings.title')).getByRole('rowheader').first()).toBeVisible()
  },
  'debug: service': async ({ page, t }: Scene) => {
    await page.goto('/debug/backend')
    await expect(findSection(page, t('debug.models.title')).getByRole('rowheader').first()).toBeVisible()
  },
  'debug: limits': async ({ page, t }: Scene) => {
    await page.goto('/debug/backend/limit')
    await expect(page.getByRole('table', { name: t('limit.user.own') }).getByRole('rowheader')).toHaveCount(1)
    await expect(findSection(page, t('debug.bucket.title'))).toBeVisible()
  },
} as const
