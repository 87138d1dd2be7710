// The dataset port of a run: queries for the user who asks, with the groups that this user has at that moment.
import { limits } from '@heddle/contracts/limits'
import type { FixedPlan } from '@heddle/contracts/dataset/fixed-plan'
import { checkPlan, type PlanVerdict } from '@heddle/table/check/check-plan'
import { boundResult } from '@heddle/table/compile/bound-result'
import { checkFixedPlan } from '@heddle/table/fixed/check-fixed-plan'
import { createOpenSchema, describeOpen, fillOpen, listOpen } from '@heddle/table/fixed/open-values'
import { explainPlanErrors } from '@heddle/table/plan-error'
import type { QueryTable } from '@heddle/table/query-table'
import { describeTable } from '@heddle/table/prompt/describe-table'
import { createPlanSchema } from '@heddle/table/prompt/plan-schema'
import { citeResult } from '@heddle/table/words/cite-result'
import { describePlan, type Writer } from '@heddle/table/words/plan-in-words'
import { nameChoices } from '@heddle/table/words/name-choices'
import {
  describeMissing,
  describeNoQuery,
  describeOpenTexts,
  describeResult,
  describeTakenTexts,
  nameRows,
} from '@heddle/table/words/result-in-words'
import type { DatasetAnswer, DatasetPort, OpenValues } from '@heddle/workflow/model/ports'
import type { Dependencies } from '../../../platform/dependencies.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { findClaimFacts, type Holder } from '../../../platform/permissions/stream-authority.sql.ts'
import { inSpan, startSpan } from '../../../platform/telemetry/spans.ts'
import type { DatasetQueryService, ReadableDataset } from '../../dataset/query/query.service.ts'

type PortDependencies = Pick<Dependencies, 'pool' | 'now'> & { readonly datasetQueries: DatasetQueryService }
type Outcome = Awaited<ReturnType<DatasetQueryService['runPlan']>>

/** Creates the port of a user's runs. A user who is no longer active reads nothing. */
export function createDatasetPort({ pool, now, datasetQueries }: PortDependencies, holder: Holder): DatasetPort {
  const described = new Map<string, ReadableDataset>()

  /** Returns the versions that were described, else those that are published, with the rights of this moment. */
  async function findReadable(datasetId: string, versions = '') {
    const [facts] = await findClaimFacts(pool, [{ holder, right: {} }], now())
    if (!facts?.access) return null
    const known = described.get(versions)
    return known ? datasetQueries.keepReadable(facts.access, known) : datasetQueries.findReadable(facts.access, datasetId)
  }

  return {
    async describe(datasetId) {
      const dataset = await findReadable(datasetId)
      if (!dataset) return null
      const { table, ids } = dataset
      const versions = nameVersions(table)
      described.set(versions, dataset)
      return {
        versions,
        text: describeTable(table),
        planSchema: createPlanSchema(table),
        datasetIds: ids,
        findErrors: (plan) => explainErrors(checkPlan(plan, table)),
        openValues: (plan, language) => readOpenValues(plan, { language, table }),
      }
    },

    // The model may have taken minutes: the rights are those of now, the versions those that it was told of.
    async query({ datasetId, versions, plan, language }, signal) {
      const dataset = await findReadable(datasetId, versions)
      if (!dataset) return { ...emptyAnswer, outcome: 'empty', text: describeNoQuery('empty', language) }
      const { table } = dataset
      const verdict = checkPlan(plan, table)
      if (!verdict.ok) throw new AppError('DATASET_PLAN_INVALID', { params: { errors: verdict.errors } })
      signal.throwIfAborted()
      const span = startSpan('dataset_query', { attributes: { 'gen_ai.data_source.id': datasetId } })
      const outcome = await inSpan(span, () => datasetQueries.runPlan(verdict.plan, table))
      signal.throwIfAborted()
      return toAnswer(outcome, { language, table }, dataset)
    },

    explain: describeNoQuery,
  }
}

const nameVersions = ({ number, links }: QueryTable) => [number, ...Object.values(links).map((link) => link.number)].join()

function readOpenValues(plan: FixedPlan, writer: Writer): OpenValues {
  const { table } = writer
  const errors = checkFixedPlan(plan, table)
  if (errors.length > 0) throw new AppError('DATASET_PLAN_INVALID', { params: { errors } })
  return {
    text: describeOpen(plan, table),
    keys: listOpen(plan, table).map(({ key }) => key),
    schema: createOpenSchema(plan, table),
    fillPlan(answer) {
      const filled = fillOpen(plan, table, answer)
      return filled.type === 'missing' ? { type: 'missing', reason: describeMissing(filled.uses, writer) } : filled
    },
  }
}

const explainErrors = (verdict: PlanVerdict) => (verdict.ok ? null : explainPlanErrors(verdict.errors))

const emptyAnswer = { rows: { columns: [], rows: [] }, query: '', total: 0, taken: [], cited: null } as const

const bounds = { characters: limits.resultCharacters, cellCharacters: limits.resultCellCharacters }

function toAnswer(outcome: Outcome, writer: Writer, { name, version, ids }: ReadableDataset): DatasetAnswer {
  if (outcome.type !== 'answered')
    return { ...emptyAnswer, outcome: outcome.type, text: describeOpenTexts(outcome.type, outcome.texts, writer) }
  const { plan, taken } = outcome
  const result = nameChoices(plan, boundResult(outcome.result, bounds), writer)
  const title = name[writer.language] ?? name.default
  return {
    outcome: result.shown === 0 ? 'empty' : 'found',
    text: describeResult(plan, result, writer),
    rows: nameRows(plan, result, writer),
    query: describePlan(plan, result, writer),
    total: result.total,
    taken: describeTakenTexts(taken, writer),
    cited: result.shown === 0 ? null : { title, rows: { ...citeResult(plan, result, writer), dataset_ids: [...ids], version } },
  }
}
