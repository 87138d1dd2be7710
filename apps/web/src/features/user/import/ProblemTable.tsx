import type { ImportProblem } from '@heddle/contracts/user/user-import'
import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveCsv } from '#shared/files/csv.ts'
import { PagePicker } from '#shared/table/PagePicker.tsx'
import classes from './Import.module.css'

type ProblemTableProps = { problems: ImportProblem[]; count: number }

const pageSize = 25

/** The problems of the file by line and column, page by page. */
export function ProblemTable({ problems, count }: ProblemTableProps) {
  const { t } = useTranslation('user')
  const [page, setPage] = useState(1)
  const pages = Math.ceil(problems.length / pageSize)
  const header = [t('import.line'), t('import.column'), t('import.value'), t('import.reason')]

  const handleDownload = () =>
    saveCsv(`${t('import.problemsFile')}.csv`, [
      header,
      ...problems.map(({ line, column, value, problem }) => [line, column, value, t(`import.problem.${problem}`)]),
    ])

  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reached by the keyboard. */}
      <div className={classes.problems} tabIndex={0} role="region" aria-label={t('import.reason')}>
        <table>
          <thead>
            <tr>
              {header.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {problems.slice((page - 1) * pageSize, page * pageSize).map(({ line, column, value, problem }) => (
              <tr key={`${line} ${column} ${problem} ${value}`}>
                <td>{line}</td>
                <td>{column && <code translate="no">{column}</code>}</td>
                <td>{value}</td>
                <td>{t(`import.problem.${problem}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Group justify="space-between" gap="xs" mt="xs">
        <Button variant="subtle" size="compact-sm" leftSection={<IconDownload size={16} aria-hidden />} onClick={handleDownload}>
          {t('import.downloadProblems')}
        </Button>
        {count > problems.length && (
          <Text size="xs" c="dimmed">
            {t('import.firstOf', { shown: problems.length, count })}
          </Text>
        )}
        <PagePicker total={pages} value={page} onChange={setPage} />
      </Group>
    </div>
  )
}
