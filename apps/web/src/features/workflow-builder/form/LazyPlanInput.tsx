import { Loader } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'

const PlanInput = lazy(async () => ({ default: (await import('./PlanInput.tsx')).PlanInput }))

/** The query plan of a node. The form of a node opens without it. */
export const LazyPlanInput = (props: ComponentProps<typeof PlanInput>) => (
  <CrashBoundary resetKeys={[props.datasetId]}>
    <Suspense fallback={<Loader size="sm" />}>
      <PlanInput {...props} />
    </Suspense>
  </CrashBoundary>
)
