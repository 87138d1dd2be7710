import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { gateQuery } from './gate.queries.ts'

const PendingLabel = lazy(async () => ({ default: (await import('./PendingLabel.tsx')).PendingLabel }))

/** Says beside the tools that the draft waits to be published, or was not; opens the conditions. Nothing otherwise. */
export function PendingPublication({ workflowId, onOpen }: { workflowId: string; onOpen: () => void }) {
  const { data: gate } = useQuery(gateQuery(workflowId))
  if (!gate?.pending) return null
  const isRefused = gate.pending.error !== null
  return (
    <Button size="compact-sm" variant="light" color={isRefused ? 'red' : 'blue'} onClick={onOpen}>
      <Suspense fallback="…">
        <PendingLabel isRefused={isRefused} />
      </Suspense>
    </Button>
  )
}
