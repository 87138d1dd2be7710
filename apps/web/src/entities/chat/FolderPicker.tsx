import { limits } from '@heddle/contracts/limits'
import { Combobox, Stack, Text, TextInput, useCombobox } from '@mantine/core'
import { IconCheck, IconFolderOff, IconFolderPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Name } from '#shared/ui/Name.tsx'
import { FolderMark } from './FolderMark.tsx'
import classes from './FolderPicker.module.css'
import { useCreateFolder } from './folder-edit.queries.ts'
import { foldersQuery, nestFolders } from './folders.queries.ts'

type FolderPickerProps = {
  /** Where it is now; undefined for several. */
  current?: string | null
  isBusy: boolean
  onChoose: (folderId: string | null) => void
}

const none = 'none'
const create = 'create'

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** The folders, with a search that also creates one of the typed name; all of it by keyboard. */
export function FolderPicker({ current, isBusy, onChoose }: FolderPickerProps) {
  const { t } = useTranslation('folder')
  const { data: folders = [], error, refetch } = useQuery(foldersQuery)
  const creation = useCreateFolder()
  const combobox = useCombobox({ opened: true })
  const [typed, setTyped] = useState('')
  const wanted = fold(typed.trim())
  const rows = nestFolders(folders).flatMap(({ folder, inner }) => [
    { folder, path: folder.name, isInner: false },
    ...inner.map((child) => ({ folder: child, path: `${folder.name} / ${child.name}`, isInner: true })),
  ])
  const found = rows.filter(({ path }) => fold(path).includes(wanted))
  const isNew = wanted !== '' && rows.every(({ folder }) => fold(folder.name) !== wanted)

  const { selectFirstOption } = combobox
  useEffect(() => void selectFirstOption(), [typed, folders, selectFirstOption])

  function handleSubmit(value: string) {
    if (isBusy || creation.isPending) return
    if (value === create) creation.mutate({ name: typed.trim() }, { onSuccess: ({ id }) => onChoose(id) })
    else onChoose(value === none ? null : value)
  }

  return (
    <Combobox store={combobox} onOptionSubmit={handleSubmit}>
      <Stack gap="sm">
        <Combobox.EventsTarget>
          <TextInput
            label={t('move.search')}
            description={t('move.hint')}
            leftSection={<IconSearch size={16} aria-hidden />}
            maxLength={limits.folderNameCharacters}
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <ErrorAlert error={creation.error ?? error} onRetry={creation.error ? undefined : () => void refetch()} />
        <Combobox.Options className={classes.options} aria-label={t('heading')}>
          {found.map(({ folder, path, isInner }) => (
            <Combobox.Option
              key={folder.id}
              value={folder.id}
              className={classes.option}
              data-inner={isInner || undefined}
              aria-label={path}
            >
              <FolderMark color={folder.color} />
              <span className={classes.name}>
                <Name>{folder.name}</Name>
              </span>
              {folder.id === current && <IconCheck size={16} role="img" aria-label={t('move.current')} />}
            </Combobox.Option>
          ))}
          {isNew && (
            <Combobox.Option value={create} className={classes.option}>
              <IconFolderPlus size={16} aria-hidden />
              <span className={classes.name}>{t('move.create', { name: typed.trim() })}</span>
            </Combobox.Option>
          )}
          {wanted === '' && current !== null && (
            <Combobox.Option value={none} className={classes.option}>
              <IconFolderOff size={16} aria-hidden />
              <span className={classes.name}>{t('move.none')}</span>
            </Combobox.Option>
          )}
        </Combobox.Options>
        {rows.length === 0 && wanted === '' && (
          <Text size="sm" c="dimmed">
            {t('move.noFolders')}
          </Text>
        )}
      </Stack>
    </Combobox>
  )
}
