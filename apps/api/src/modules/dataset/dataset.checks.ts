// What a dataset has to keep to beside its definition: its group, its model and the datasets that it refers to are those of its tenant.
import type { TableDefinition } from '@heddle/contracts/dataset/column'
import type { DefinitionProblem, updateDataset } from '@heddle/contracts/dataset/dataset'
import type { Queryable } from '@heddle/db/client'
import type { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { presentDefinition } from './dataset.presenter.ts'
import type { DatasetRecord, DatasetRepository } from './dataset.repository.ts'
import { findReferenceProblems } from './definition.rules.ts'

type Settings = z.output<typeof updateDataset.schema.body>['dataset']

export function assertNoProblems(problems: readonly DefinitionProblem[]) {
  if (problems.length > 0) throw new AppError('DATASET_DEFINITION_INVALID', { params: { problems } })
}

export function createDatasetChecks(rows: DatasetRepository) {
  async function assertGroup(tx: Queryable, actor: Actor, groupId: string) {
    if (!(await rows.isGroupOf(tx, actor.tenantId, groupId))) throw new AppError('AUTH_GROUP_NOT_FOUND')
  }

  /**
   * Throws for matching of a dataset that is not of kind `qa`, and for a model that the tenant does not have. One that the dataset has
   * already may be gone: its threshold can still be raised.
   */
  async function assertMatching(
    tx: Queryable,
    actor: Actor,
    { kind, embeddingModel }: Pick<DatasetRecord, 'kind' | 'embeddingModel'>,
    { matching }: Pick<Settings, 'matching'>,
  ) {
    if (!matching) return
    if (kind !== 'qa') throw new AppError('DATASET_COLUMNS_FIXED')
    for (const model of new Set([matching.embedding_model, matching.threshold_model])) {
      if (typeof model !== 'string' || model === embeddingModel) continue
      if (!(await rows.hasEmbeddingModel(tx, actor.tenantId, model))) throw new AppError('MODEL_NOT_FOUND')
    }
  }

  /**
   * Throws when a link leads to a dataset that the tenant does not have, to itself, or to one without a key of its type, and when a formula
   * is not one over the columns, or over those that links lead to.
   */
  async function assertReferences(tx: Queryable, actor: Actor, definition: TableDefinition, ownId?: string) {
    const ids = definition.columns.flatMap(({ refers_to }) => (refers_to === undefined || refers_to === ownId ? [] : [refers_to]))
    const found = ids.length > 0 ? await rows.findLinked(tx, actor.tenantId, ids) : []
    const linked = new Map(found.map((each) => [each.id, presentDefinition({ columns: each.columns, measures: [] }).columns]))
    assertNoProblems(findReferenceProblems(definition, linked))
  }

  return { assertGroup, assertMatching, assertReferences }
}
