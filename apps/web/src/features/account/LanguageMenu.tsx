import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { Language, languageNames, languageTags } from '@heddle/contracts/languages'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguageOptions } from '#entities/brand/use-brand.ts'
import { useLanguage } from '#i18n/use-language.ts'

export function LanguageMenu() {
  const { t } = useTranslation('shell')
  const { language, setLanguage } = useLanguage()
  const languageOptions = useLanguageOptions()
  const label = t('language', { name: languageNames[language] })
  return (
    <Menu width={180}>
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon size="lg" aria-label={label}>
            <IconLanguage size={21} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={language} onChange={(value) => setLanguage(Language.parse(value))}>
          {languageOptions.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} lang={languageTags[option.value]} closeMenuOnClick>
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
