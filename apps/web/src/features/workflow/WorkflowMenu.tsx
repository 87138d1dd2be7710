import { limits } from '@heddle/contracts/limits'
import type { LocalizedText } from '@heddle/contracts/wire'
import type { WorkflowItem } from '@heddle/contracts/workflow/workflow'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconDownload, IconPencil, IconSettings, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { useDuplicateWorkflow, useExportWorkflow } from './workflows.queries.ts'

const suffix = ' (2)'

/** Returns a name in one language alone, so that the first change of it holds for every reader. */
const createCopyName = (name: string): LocalizedText => ({
  default: `${Array.from(name)
    .slice(0, limits.nameCharacters - suffix.length)
    .join('')}${suffix}`,
})

type WorkflowMenuProps = { workflow: WorkflowItem; onOpenSettings: () => void; onDelete: () => void }

/** The actions on one workflow of the list. */
export function WorkflowMenu({ workflow, onOpenSettings, onDelete }: WorkflowMenuProps) {
  const { t } = useTranslation('workflow')
  const name = useLocalized()(workflow.name)
  const navigate = useNavigate()
  const duplicate = useDuplicateWorkflow()
  const download = useExportWorkflow()

  function handleDuplicate() {
    duplicate.mutate({ id: workflow.id, name: createCopyName(name) }, { onSuccess: ({ id }) => void navigate(paths.workflow(id)) })
  }

  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('menu.label', { name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.workflow(workflow.id)} leftSection={<IconPencil size={16} aria-hidden />}>
          {t('menu.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={onOpenSettings}>
          {t('menu.settings')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} disabled={duplicate.isPending} onClick={handleDuplicate}>
          {t('menu.duplicate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={download.isPending}
          onClick={() => download.mutate({ id: workflow.id, fileName: `${name}.json` })}
        >
          {t('menu.export')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" c="var(--mantine-color-error)" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          {t('menu.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
