import type { TFunction } from 'i18next'
import { confirm } from '../notify/confirm.ts'

/** Asks whether unsaved input is given up. */
export const confirmLeave = (t: TFunction<'form'>): Promise<boolean> =>
  confirm({
    title: t('unsaved.title'),
    message: t('unsaved.message'),
    confirmLabel: t('unsaved.leave'),
    width: 400,
    danger: true,
  })
