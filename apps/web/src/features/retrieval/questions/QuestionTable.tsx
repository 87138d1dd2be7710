import type { Collection } from '@heddle/contracts/collection/collection'
import type { CollectionQuestion } from '@heddle/contracts/retrieval/question'
import { ActionIcon, Anchor, Button, Group, Menu, Text } from '@mantine/core'
import { IconDots, IconFileImport, IconMessageQuestion, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { KeywordField } from '#shared/table/KeywordField.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { keywordFilter, useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useSourceWords } from '#entities/collection/use-source-words.ts'
import { CreateQuestionDialog } from './CreateQuestionDialog.tsx'
import { EditQuestionDialog } from './EditQuestionDialog.tsx'
import { ImportQuestionsDialog } from './ImportQuestionsDialog.tsx'
import { questionQueries, useDeleteCollectionQuestion } from './questions.queries.ts'

/** The test questions of a collection, the latest first. */
export function QuestionTable({ collection }: { collection: Collection }) {
  const { t } = useTranslation('retrieval')
  const { formatLanguage } = useSourceWords()
  const table = useTableState({ filters: { keyword: keywordFilter } })
  const { filters, pageSize, pageToken } = table
  const query = useQuery(questionQueries.list(collection.id, { keyword: filters.keyword, page_size: pageSize, page_token: pageToken }))
  const remove = useDeleteCollectionQuestion(collection.id)
  const [opened, setOpened] = useState<'create' | 'import' | CollectionQuestion | null>(null)
  const close = () => setOpened(null)

  async function handleDelete({ id, text }: CollectionQuestion) {
    const isDeleted = await confirm({
      title: t('questions.delete.title'),
      message: text,
      confirmLabel: t('questions.delete.confirm'),
      width: 440,
      danger: true,
      act: () => remove.mutateAsync(id),
    })
    if (isDeleted) notify({ kind: 'success', message: t('questions.delete.done'), timeout: 1_500 })
  }

  const columns: Column<CollectionQuestion>[] = [
    {
      key: 'text',
      title: t('questions.field.text'),
      isRowHeader: true,
      render: ({ text, note }) => (
        <div>
          <Anchor component={Link} display="block" size="sm" to={paths.retrievalTest(collection.id, { question: text })}>
            {text}
          </Anchor>
          {note !== '' && (
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'language',
      title: t('questions.field.language'),
      width: 130,
      render: ({ language }) => (language === null ? null : formatLanguage(language)),
    },
    {
      key: 'source',
      title: t('questions.field.source'),
      width: '38%',
      render: ({ source, passage }) =>
        source === null ? (
          t('questions.sourceDeleted')
        ) : (
          <div>
            <Anchor component={Link} display="block" size="sm" to={paths.source(collection.id, source.id)}>
              {source.title}
            </Anchor>
            <Text size="xs" c="dimmed" lineClamp={2}>
              {passage ?? t('questions.anyPassage')}
            </Text>
          </div>
        ),
    },
  ]

  return (
    <Section
      title={t('questions.title')}
      hint={t('questions.hint')}
      aside={
        <Group gap="xs">
          <Button variant="default" leftSection={<IconFileImport size={18} aria-hidden />} onClick={() => setOpened('import')}>
            {t('questions.import.open')}
          </Button>
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened('create')}>
            {t('questions.add')}
          </Button>
        </Group>
      }
    >
      <TableToolbar tableState={table} search={<KeywordField label={t('questions.search')} tableState={table} />} />
      <ServerTable
        label={t('questions.title')}
        columns={columns}
        query={query}
        tableState={table}
        isQuiet={({ source }) => source === null}
        renderActions={(question) => (
          <Menu>
            <Menu.Target>
              <ActionIcon aria-label={t('questions.menu', { text: question.text })}>
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpened(question)}>
                {t('questions.edit')}
              </Menu.Item>
              <Menu.Item
                color="red"
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => void handleDelete(question)}
              >
                {t('questions.delete.confirm')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        empty={
          <EmptyState
            icon={<IconMessageQuestion size={36} stroke={1.4} />}
            title={t(table.isFiltered ? 'questions.none.filtered' : 'questions.none.title')}
            hint={t(table.isFiltered ? 'questions.none.filteredHint' : 'questions.none.hint')}
          />
        }
      />
      {opened === 'create' && <CreateQuestionDialog collectionId={collection.id} onClose={close} />}
      {opened === 'import' && <ImportQuestionsDialog collectionId={collection.id} onClose={close} />}
      {opened !== null && typeof opened === 'object' && (
        <EditQuestionDialog collectionId={collection.id} question={opened} onClose={close} />
      )}
    </Section>
  )
}
