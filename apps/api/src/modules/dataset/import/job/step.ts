// What each step of an import begins with: the file on this machine, its rows, and what its mapping makes of the dataset as it is now.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import { planDatasetImport } from '@heddle/contracts/dataset/import'
import { readTableFile, type TablePart } from '../../../../platform/documents/table-reader.ts'
import { presentDefinition } from '../../dataset.presenter.ts'
import { presentMapping, presentPlan } from '../import.presenter.ts'
import type { ClaimedImport, JobKey } from '../import.repository.ts'
import { resolveMapping } from '../mapping.rules.ts'
import type { ImportClaim } from './import-claim.ts'

export type Step = {
  readonly key: JobKey
  readonly record: ClaimedImport
  /** The file, or the checked rows where they are applied. */
  readonly path: string
  /** Goes with what is in it when the step has ended. */
  readonly folder: string
  readonly claim: ImportClaim
  readonly signal: AbortSignal
}

export const readTold = ({ told }: Pick<ClaimedImport, 'told'>) => planDatasetImport.schema.body.parse(told)

type Options = {
  /** The index of the only sheet whose rows are wanted. */
  readonly sheet?: number
}

/** Yields the parts of the file, and reports how many rows they are. Throws the code of what is wrong with the file. */
export async function* readParts({ record, path, claim, signal }: Step, { sheet }: Options = {}): AsyncGenerator<TablePart> {
  const { encoding, delimiter } = readTold(record)
  const file = { path, mediaType: record.mediaType as FileMediaType, settings: { encoding, delimiter, sheet } }
  let rows = 0
  for await (const part of readTableFile(file, signal)) {
    if (part.kind === 'row') claim.report((rows += 1))
    yield part
  }
}

/** Returns the confirmed mapping with what it makes of the dataset. Throws when the dataset was changed so that it is none. */
export function resolveConfirmed({ dataset, ...record }: ClaimedImport) {
  const [plan, mapping, mode] = [presentPlan(record), presentMapping(record), record.mode]
  if (!plan?.table || !mapping || !mode) throw new TypeError('An import is not checked without a mapping')
  const { kind, nextColumn, nextMeasure } = dataset
  const resolved = resolveMapping({ ...presentDefinition(dataset), kind, nextColumn, nextMeasure }, plan, mapping, mode)
  return { ...resolved, mapping, mode, fingerprint: plan.table.fingerprint }
}
