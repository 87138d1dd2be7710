import type { Dataset } from '@heddle/contracts/dataset/dataset'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { confirmLeave } from '#shared/forms/confirm-leave.ts'
import { hasUnsaved } from '#shared/forms/unsaved.ts'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { DatasetGrid } from '../grid/DatasetGrid.tsx'
import type { GridQuery } from '../grid/model/grid-port.ts'
import { createDatasetPort } from './dataset-port.ts'
import { datasetRowQueries } from './dataset-rows.queries.ts'
import { ExportRows } from './ExportRows.tsx'
import { readQuery, readRowNo, readVersion, writeQuery } from './rows-address.ts'
import { RowFilters } from './RowFilters.tsx'

/** The rows of the draft, which are edited, or those of a version, which are read. */
export function DatasetRows({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('dataset')
  const { t: tForm } = useTranslation('form')
  const [search, setSearch] = useSearchParams()
  const version = readVersion(search)
  const { data: versions = [] } = useQuery(datasetQueries.versions(dataset.id))
  // A version that is shown has columns of its own.
  const { data: versionColumns } = useQuery(datasetRowQueries.columns(dataset.id, version))
  const columns = version === null ? dataset.columns : versionColumns

  async function handleVersion(number: string | null) {
    // Other rows are another grid: the cells that were refused go.
    if (hasUnsaved() && !(await confirmLeave(tForm))) return
    const next = new URLSearchParams()
    if (number !== null) next.set('version', number)
    setSearch(next)
  }

  return (
    <Stack gap="sm">
      <Group gap="sm" align="end">
        <FilterSelect
          label={t('rows.version')}
          placeholder={t('rows.draft')}
          w={200}
          data={versions
            .filter(({ state }) => state !== 'failed')
            .map(({ number }) => ({ value: String(number), label: t('rows.versionNumber', { number }) }))}
          value={version === null ? null : String(version)}
          onChange={(number) => void handleVersion(number)}
        />
        <ExportRows dataset={dataset} version={version} />
      </Group>
      {version !== null && <Alert color="gray">{t('rows.readOnly', { number: version })}</Alert>}
      {columns?.length === 0 && <Text c="dimmed">{t('rows.noColumns')}</Text>}
      {columns && columns.length > 0 && (
        // Other columns are another grid: its undo knows those that it began with.
        <FilteredRows key={JSON.stringify([version, columns])} dataset={dataset} version={version} columns={columns} />
      )}
    </Stack>
  )
}

type FilteredRowsProps = { dataset: Dataset; version: number | null; columns: readonly DatasetColumn[] }

function FilteredRows({ dataset, version, columns }: FilteredRowsProps) {
  const localize = useLocalized()
  const [search, setSearch] = useSearchParams()
  const queryClient = useQueryClient()
  const { id } = dataset
  // The counts above the rows; the grid itself has what was saved.
  const onSaved = useDebouncedCallback(
    () => {
      void queryClient.invalidateQueries({ queryKey: datasetQueries.detail(id).queryKey })
      void queryClient.invalidateQueries({ queryKey: datasetQueries.lists })
    },
    { delay: 500, flushOnUnmount: true },
  )
  const [port] = useState(() => createDatasetPort({ datasetId: id, version, onSaved }))
  const asked = JSON.stringify(readQuery(search, columns))
  const query = useMemo(() => JSON.parse(asked) as GridQuery, [asked])
  const handleQuery = (next: GridQuery) => setSearch((before) => writeQuery(before, next), { replace: true })
  return (
    <>
      <RowFilters columns={columns} filters={query.filters} onChange={(filters) => handleQuery({ ...query, filters })} />
      <DatasetGrid
        label={localize(dataset.name)}
        columns={columns}
        port={port}
        query={query}
        rowNo={readRowNo(search)}
        onSort={(sort) => handleQuery({ ...query, sort })}
      />
    </>
  )
}
