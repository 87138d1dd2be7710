import { Language, languageNames } from '@heddle/contracts/languages'
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  type Icon,
  IconArrowRight,
  IconHourglass,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMessagePlus,
  IconMoon,
  IconSettings,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMayChooseTheme, useMe, useSession } from '#entities/auth/session.queries.ts'
import { useLanguageOptions } from '#entities/brand/use-brand.ts'
import { holdDraft, toDraftScope } from '#features/chat/draft/drafts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { settingsPages } from '#pages/settings/settings-pages.ts'
import { paths } from '#shared/paths.ts'
import { runShortcut } from '#shared/shortcuts/shortcuts.ts'
import { shellPages } from '../shell/shell-pages.ts'
import type { PaletteRow } from './palette-row.ts'

/** What is rare is listed only when it is searched for. */
export type Command = PaletteRow & { name: string; isRare?: boolean }

const schemes = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[]

/** Returns what the user can do from every page. */
export function useActions(): Command[] {
  const { t } = useTranslation('shell')
  const { t: tPalette } = useTranslation('palette')
  const navigate = useNavigate()
  const { id: userId } = useMe()
  const { may_have_temporary_chats: mayBeTemporary } = useSession()
  const { language, setLanguage } = useLanguage()
  const languages = useLanguageOptions()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const mayChooseTheme = useMayChooseTheme()

  function startTemporary() {
    holdDraft(toDraftScope(userId, null), true)
    void navigate(paths.newChat())
  }

  return [
    { id: 'new', icon: IconMessagePlus, name: t('menu.newChat'), run: () => void navigate(paths.newChat()) },
    ...(mayBeTemporary ? [{ id: 'temporary', icon: IconHourglass, name: tPalette('temporary'), run: startTemporary }] : []),
    { id: 'shortcuts', icon: IconKeyboard, name: t('shortcut.title'), run: () => runShortcut('help') },
    ...schemes
      .filter((scheme) => mayChooseTheme && scheme !== colorScheme)
      .map((scheme) => ({
        id: `theme ${scheme}`,
        isRare: true,
        icon: IconMoon,
        name: tPalette('theme', { name: t(`theme.${scheme}`) }),
        run: () => setColorScheme(scheme),
      })),
    ...languages
      .filter(({ value }) => value !== language)
      .map(({ value }) => ({
        id: `language ${value}`,
        isRare: true,
        icon: IconLanguage,
        name: t('language', { name: languageNames[value] }),
        run: () => setLanguage(Language.parse(value)),
      })),
    { id: 'logout', icon: IconLogout, name: t('account.logout'), run: () => void navigate(paths.logout()) },
  ]
}

/** Returns the pages that the user may open. */
export function usePages(): Command[] {
  const { t } = useTranslation('shell')
  const { t: tSettings } = useTranslation('settings')
  const navigate = useNavigate()
  const session = useSession()

  const toRow = (path: string, name: string, icon: Icon): Command => ({ id: path, icon, name, run: () => void navigate(path) })
  return [
    ...shellPages.flatMap(({ path, entry, permission }) =>
      // A new chat is an action.
      entry && entry.key !== 'newChat' && (permission === undefined || session.permissions.includes(permission))
        ? [toRow(path, t(`menu.${entry.key}`), IconArrowRight)]
        : [],
    ),
    toRow(paths.ownUsage(), t('account.usage'), IconArrowRight),
    toRow(paths.help(), t('account.help'), IconArrowRight),
    ...(session.has_debug_views ? [toRow(paths.debugCommon(), t('account.debug'), IconArrowRight)] : []),
    ...settingsPages.flatMap(({ path, entry, isOpenTo }) =>
      entry && (isOpenTo?.(session) ?? true) && (entry.isShownTo?.(session) ?? true)
        ? [toRow(entry.to?.(session) ?? path, tSettings(entry.text), IconSettings)]
        : [],
    ),
  ]
}
