import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { useConfirmDeletion } from './use-confirm-deletion.ts'

/** The actions on an expert for those who may change it. */
export function AssistantMenu({ assistant }: { assistant: Assistant }) {
  const { t } = useTranslation('assistant')
  const localized = useLocalized()
  const confirmDeletion = useConfirmDeletion(assistant)
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon aria-label={t('menu.label', { name: localized(assistant.name) })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.assistant(assistant.id)} leftSection={<IconPencil size={16} />}>
          {t('menu.edit')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.createAssistant({ copyOf: assistant.id })} leftSection={<IconCopy size={16} />}>
          {t('menu.duplicate')}
        </Menu.Item>
        {assistant.abilities.delete && (
          <Menu.Item
            color="red"
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} />}
            onClick={() => void confirmDeletion()}
          >
            {t('menu.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
