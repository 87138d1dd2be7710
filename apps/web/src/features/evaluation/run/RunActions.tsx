import { exportEvalRun } from '@heddle/contracts/evaluation/eval-answer'
import type { EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { limits } from '@heddle/contracts/limits'
import { Button, Group, Menu } from '@mantine/core'
import { IconDownload, IconGitCompare, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { evalRunQueries, isOngoing } from '#entities/evaluation/eval-runs.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { useDownload } from '#shared/files/use-download.ts'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { useCancelEvalRun, useDeleteEvalRun } from '../eval-results.queries.ts'

const formats = ['xlsx', 'json'] as const

/** What can be done with an evaluation. */
export function RunActions({ run }: { run: EvalRun }) {
  const { t } = useTranslation('evaluation')
  const previous = usePreviousRun(run)
  return (
    <Group gap="xs">
      <Button
        component={Link}
        to={paths.evalComparison(run.dataset.id, { ...(previous && { a: previous.id }), b: run.id })}
        variant="default"
        leftSection={<IconGitCompare size={18} aria-hidden />}
      >
        {t('run.compareWith')}
      </Button>
      <ExportMenu run={run} />
      {isOngoing(run) ? <CancelButton run={run} /> : <DeleteButton run={run} />}
    </Group>
  )
}

/** Returns the evaluation of the same workflow that was completed before; undefined while it is read, and without one. */
function usePreviousRun({ id, dataset, workflow }: EvalRun): EvalRun | undefined {
  const asked = { workflow_id: workflow.id, state: 'completed' as const, page_size: limits.maxPageSize }
  // The ids of runs are in the order of time.
  return useQuery(evalRunQueries.list(dataset.id, asked)).data?.rows.find((other) => other.id < id)
}

function ExportMenu({ run }: { run: EvalRun }) {
  const { t } = useTranslation('evaluation')
  const localized = useLocalized()
  const xlsx = useDownload(exportEvalRun, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const json = useDownload(exportEvalRun, 'application/json')
  const downloads = { xlsx, json }
  const isDownloading = xlsx.isDownloading || json.isDownloading
  const handleExport = (format: (typeof formats)[number]) =>
    downloads[format].download({
      request: { params: { id: run.dataset.id, runId: run.id }, query: { format } },
      fileName: `${localized(run.dataset.name)}-${formatDateTime(parseTime(run.created_at)).slice(0, 10)}.${format}`,
    })
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} disabled={isDownloading}>
          {t(isDownloading ? 'run.exporting' : 'run.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => handleExport(format)}>
            {format.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function CancelButton({ run }: { run: EvalRun }) {
  const { t } = useTranslation('evaluation')
  const cancel = useCancelEvalRun(run.dataset.id)

  async function handleCancel() {
    const isCancelled = await confirm({
      title: t('cancel.title'),
      message: t('cancel.message'),
      confirmLabel: t('cancel.action'),
      act: () => cancel.mutateAsync(run.id),
    })
    if (isCancelled) notify({ kind: 'success', message: t('cancel.done') })
  }

  return (
    <Button variant="default" leftSection={<IconPlayerStop size={18} aria-hidden />} onClick={() => void handleCancel()}>
      {t('cancel.action')}
    </Button>
  )
}

function DeleteButton({ run }: { run: EvalRun }) {
  const { t } = useTranslation('evaluation')
  const navigate = useNavigate()
  const remove = useDeleteEvalRun(run.dataset.id)

  async function handleDelete() {
    const isDeleted = await confirm({
      title: t('delete.title'),
      message: t('delete.message'),
      confirmLabel: t('delete.action'),
      danger: true,
      act: () => remove.mutateAsync(run.id),
    })
    if (!isDeleted) return
    notify({ kind: 'success', message: t('delete.done') })
    void navigate(paths.dataset(run.dataset.id, { tab: 'evaluations' }), { replace: true })
  }

  return (
    <Button variant="light" color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => void handleDelete()}>
      {t('delete.action')}
    </Button>
  )
}
