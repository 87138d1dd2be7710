import { Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'

const PlanInput = lazy(async () => ({ default: (await import('./PlanInput.tsx')).PlanInput }))

export type PlanInputProps = {
  label: string
  /** Null until one is chosen. */
  datasetId: string | null
  value: unknown
  path: string
  errors: Readonly<Record<string, string>>
  onChange: (plan: unknown) => void
}

/** The query plan of a node. The form of a node opens without it. */
export const LazyPlanInput = (props: PlanInputProps) => (
  <CrashBoundary resetKeys={[props.datasetId]}>
    <Suspense fallback={<Loader size="sm" />}>
      <PlanInput {...props} />
    </Suspense>
  </CrashBoundary>
)
