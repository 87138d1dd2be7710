import { Button, Group } from '@mantine/core'
import { languageNames, languageTags } from '@heddle/contracts/languages'
import { useBrand } from '#entities/brand/use-brand.ts'
import { findBrowserLanguage, readChosenLanguage } from '#i18n/language.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { LanguageCorner } from './LanguageCorner.tsx'

/** The language menu of the sign-in, which offers the browser's language until one is chosen. */
export function SignInLanguage() {
  const { language, setLanguage } = useLanguage()
  const { languages } = useBrand()
  const proposed = readChosenLanguage() === null ? findBrowserLanguage(languages) : null
  return (
    <Group gap="xs" wrap="nowrap">
      {proposed && proposed !== language && (
        <Button variant="light" size="compact-md" lang={languageTags[proposed]} onClick={() => setLanguage(proposed)}>
          {languageNames[proposed]}
        </Button>
      )}
      <LanguageCorner />
    </Group>
  )
}
