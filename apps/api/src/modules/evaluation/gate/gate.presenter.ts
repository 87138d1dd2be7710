import { GateCheck, type WorkflowGate } from '@heddle/contracts/evaluation/gate'
import { presentText, presentTime } from '../../../platform/http/presenting.ts'
import { combineStates } from './gate.rules.ts'
import { type GateRow, PendingPublication } from './gate.repository.ts'

type PresentedGate = {
  readonly row: GateRow | null
  readonly checks: readonly GateCheck[]
  readonly mayOverride: boolean
  readonly mayLoosen: boolean
}

export const presentGate = ({ row, checks, mayOverride, mayLoosen }: PresentedGate): WorkflowGate => ({
  revision: row?.revision ?? 0,
  checks: [...checks],
  state: combineStates(checks),
  proof: presentProof(row),
  pending: presentPending(row),
  abilities: { override: mayOverride, loosen: mayLoosen },
})

function presentProof(row: GateRow | null): WorkflowGate['proof'] {
  if (!row?.provenAt || row.proof === null) return null
  const checks = GateCheck.array().parse(row.proof)
  return { at: presentTime(row.provenAt), is_blocked: combineStates(checks) === 'failed', checks }
}

function presentPending(row: GateRow | null): WorkflowGate['pending'] {
  if (!row || row.pending === null) return null
  const { note, asked_at: at, error = null } = PendingPublication.parse(row.pending)
  return { by: row.pendingBy && { id: row.pendingBy.id, name: presentText(row.pendingBy.name) }, at, note, error }
}
