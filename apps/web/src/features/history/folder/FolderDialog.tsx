import { type ChatFolder, createChatFolder, type FolderColor, folderColors } from '@heddle/contracts/chat/folder'
import { limits } from '@heddle/contracts/limits'
import { Group, Radio, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AssistantSelect } from '#entities/assistant/AssistantSelect.tsx'
import { FolderMark } from '#entities/chat/FolderMark.tsx'
import { useCreateFolder, useUpdateFolder } from '#entities/chat/folder-edit.queries.ts'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import classes from './FolderDialog.module.css'

type FolderDialogProps = {
  /** The folder to change; without one a new one is created, in the parent. */
  folder?: ChatFolder
  parent: ChatFolder | null
  onClose: () => void
}

type FolderValues = { name: string; color: FolderColor | null; assistant_id: string | null; instructions: string }

/** The name, color, expert and instructions of a folder. */
export function FolderDialog({ folder, parent, onClose }: FolderDialogProps) {
  const { t } = useTranslation('folder')
  const create = useCreateFolder()
  const update = useUpdateFolder()
  const initialValues: FolderValues = {
    name: folder?.name ?? '',
    color: folder?.color ?? null,
    assistant_id: folder?.assistant_id ?? null,
    instructions: folder?.instructions ?? '',
  }
  const form = useContractForm({
    schema: createChatFolder.schema.body.shape.folder,
    at: 'body/folder',
    initialValues,
    onSubmit: async (values) => {
      if (folder) await update.mutateAsync({ folder, change: values })
      else await create.mutateAsync({ ...values, parent_id: parent?.id ?? null })
      onClose()
    },
  })
  const title = folder ? t('editTitle') : parent ? t('insideTitle', { name: parent.name }) : t('newTitle')

  return (
    <FormDialog form={form} isOpen title={title} submitLabel={folder ? undefined : t('create')} maxWidth={520} onClose={onClose}>
      <TextInput label={t('name')} required maxLength={limits.folderNameCharacters} data-autofocus {...form.getInputProps('name')} />
      <ColorField value={form.values.color} onChange={(color) => form.setFieldValue('color', color)} />
      <AssistantSelect
        label={t('expert')}
        description={t('expertHint')}
        scope="all"
        clearable
        value={form.values.assistant_id}
        onChange={(id) => form.setFieldValue('assistant_id', id)}
        error={form.errors['assistant_id']}
      />
      <Textarea
        label={t('instructions')}
        description={t('instructionsHint')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={limits.folderInstructionsCharacters}
        {...form.getInputProps('instructions')}
      />
    </FormDialog>
  )
}

const noColor = 'none'

function ColorField({ value, onChange }: { value: FolderColor | null; onChange: (color: FolderColor | null) => void }) {
  const { t } = useTranslation('folder')
  return (
    <Radio.Group
      label={t('color')}
      value={value ?? noColor}
      onChange={(chosen) => onChange(folderColors.find((color) => color === chosen) ?? null)}
    >
      <Group gap={6} mt={4}>
        {[null, ...folderColors].map((color) => (
          <Radio.Card
            key={color ?? noColor}
            value={color ?? noColor}
            className={classes.color}
            aria-label={t(color ? `colors.${color}` : 'noColor')}
            title={t(color ? `colors.${color}` : 'noColor')}
          >
            <FolderMark color={color} size={22} />
          </Radio.Card>
        ))}
      </Group>
    </Radio.Group>
  )
}
