import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { Id } from '@heddle/contracts/wire'
import { Alert, Skeleton } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { isUnknownEntity } from '#shared/api/errors.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import type { CarriedMapping } from './initial-mapping.ts'
import { importQueries } from './import.queries.ts'
import { ImportTrail } from './ImportTrail.tsx'
import { findOpenImport, forgetImport, rememberImport } from './open-import.ts'
import { OpenImport } from './OpenImport.tsx'
import { ChooseFile } from './read/ChooseFile.tsx'

/** Imports a file into the draft in three steps. The address names the import, so that a reload comes back to it. */
export function DatasetImport({ dataset }: { dataset: Dataset }) {
  const [search, setSearch] = useSearchParams()
  const [carried, setCarried] = useState<CarriedMapping | null>(null)
  const named = Id.safeParse(search.get('import')).data ?? null
  const importId = named ?? findOpenImport(dataset.id)

  function handleOpen(id: string) {
    rememberImport(dataset.id, id)
    setSearch({ import: id }, { replace: true })
  }

  function handleClose(mapping: CarriedMapping | null = null) {
    setCarried(mapping)
    forgetImport(dataset.id)
    setSearch({}, { replace: true })
  }

  if (importId === null) {
    return (
      <>
        <ImportTrail step="read" />
        <ChooseFile datasetId={dataset.id} onOpen={handleOpen} />
      </>
    )
  }
  return (
    <NamedImport
      key={importId}
      dataset={dataset}
      importId={importId}
      isRemembered={named === null}
      carried={carried}
      onOpen={handleOpen}
      onClose={handleClose}
    />
  )
}

type NamedImportProps = {
  dataset: Dataset
  importId: string
  /** Not in the address: this browser had it open before. */
  isRemembered: boolean
  carried: CarriedMapping | null
  onOpen: (id: string) => void
  onClose: (mapping?: CarriedMapping) => void
}

function NamedImport({ dataset, importId, isRemembered, carried, onOpen, onClose }: NamedImportProps) {
  const { t } = useTranslation('import')
  const { data, error, refetch } = useQuery(importQueries.detail(dataset.id, importId))
  if (isUnknownEntity(error)) {
    return (
      <>
        <ImportTrail step="read" />
        {!isRemembered && (
          <Alert color="orange" variant="light" icon={<IconAlertCircle />} role="status" mb="md">
            {t('gone')}
          </Alert>
        )}
        <ChooseFile datasetId={dataset.id} onOpen={onOpen} />
      </>
    )
  }
  if (!data) return error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Skeleton height={320} radius="lg" />
  return (
    <>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      <OpenImport dataset={dataset} read={data} carried={carried} onClose={onClose} />
    </>
  )
}
