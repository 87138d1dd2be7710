import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { languageNames, languageTags } from '@heddle/contracts/languages'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { languageOptions } from '#shared/ui/language-options.ts'

export function LanguageMenu() {
  const { t } = useTranslation('shell')
  const { language, setLanguage } = useLanguage()
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
        {languageOptions.map((option) => (
          <Menu.Item
            key={option.value}
            role="menuitemradio"
            aria-checked={option.value === language}
            lang={languageTags[option.value]}
            rightSection={option.value === language && <IconCheck size={16} aria-hidden />}
            onClick={() => setLanguage(option.value)}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
