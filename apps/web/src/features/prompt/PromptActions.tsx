import type { Prompt } from '@heddle/contracts/prompt/prompt'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { DeletePromptDialog } from './DeletePromptDialog.tsx'
import { SuggestPromptDialog } from './SuggestPromptDialog.tsx'

/** The actions on one prompt. */
export function PromptActions({ prompt }: { prompt: Prompt }) {
  const { t } = useTranslation('prompt')
  const [open, setOpen] = useState<'suggest' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t('actions')}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={paths.createPrompt({ copyOf: prompt.id })} leftSection={<IconCopy size={16} aria-hidden />}>
            {t('create.copy')}
          </Menu.Item>
          {prompt.scope === 'mine' && (
            <Menu.Item leftSection={<IconUsersGroup size={16} aria-hidden />} onClick={() => setOpen('suggest')}>
              {t('suggest.action')}
            </Menu.Item>
          )}
          {prompt.abilities.write && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setOpen('delete')}>
              {t('delete.action')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'suggest' && <SuggestPromptDialog prompt={prompt} onClose={close} />}
      {open === 'delete' && <DeletePromptDialog prompt={prompt} onClose={close} />}
    </>
  )
}
