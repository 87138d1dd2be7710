import type { RunOutcome } from '@heddle/contracts/trial/workflow-run'

export const outcomeLevels = { completed: 'ok', stopped: 'off', failed: 'failed', interrupted: 'warning' } as const satisfies Record<
  RunOutcome,
  string
>
