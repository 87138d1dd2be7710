import { Button, Skeleton } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import type { ChartProps } from './chart.ts'
import { ChartTable } from './ChartTable.tsx'

// The library of the charts is larger than the rest of the page.
const ChartPlot = lazy(async () => ({ default: (await import('./ChartPlot.tsx')).ChartPlot }))

/** A chart, or in its place the table of its numbers. */
export function UsageChart(props: ChartProps) {
  const { chart, points } = props
  const { t } = useTranslation('usage')
  const [isTable, setIsTable] = useState(false)
  return (
    <Section
      title={chart.title}
      aside={
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          onClick={() => setIsTable(!isTable)}
        >
          {t(isTable ? 'chart.asChart' : 'chart.asTable')}
        </Button>
      }
    >
      {isTable ? (
        <ChartTable {...props} />
      ) : (
        <CrashBoundary resetKeys={[points]}>
          <Suspense fallback={<Skeleton height={220} />}>
            <ChartPlot {...props} />
          </Suspense>
        </CrashBoundary>
      )}
    </Section>
  )
}
