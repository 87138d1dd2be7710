import { NativeSelect } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguageOptions } from '#entities/brand/use-brand.ts'
import { useLanguage } from '#i18n/use-language.ts'

/** A small language menu for users who cannot read the page yet. */
export function LanguageCorner() {
  const { t } = useTranslation('auth')
  const { language, setLanguage } = useLanguage()
  const languageOptions = useLanguageOptions()
  return (
    <NativeSelect
      aria-label={t('language')}
      variant="unstyled"
      leftSection={<IconLanguage size={18} aria-hidden />}
      value={language}
      data={languageOptions}
      onChange={(event) => setLanguage(languageOptions[event.currentTarget.selectedIndex]?.value ?? language)}
    />
  )
}
