// The fixed plans of a graph against the published columns, which only the service knows.
import type { Queryable } from '@heddle/db/client'
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { checkFixedPlan } from '@heddle/table/fixed/check-fixed-plan'
import { explainPlanErrors } from '@heddle/table/plan-error'
import type { GraphProblem } from '@heddle/workflow/model/graph/graph-rules'
import type { DatasetService } from '../dataset/dataset.service.ts'

type Reading = { readonly tx: Queryable; readonly tenantId: string; readonly datasets: Pick<DatasetService, 'readPublishedTable'> }

/** Returns an error for each part of a fixed plan that does not fit its dataset. One that is not there is a problem of its own. */
export async function findPlanProblems({ nodes }: WorkflowGraph, { tx, tenantId, datasets }: Reading): Promise<GraphProblem[]> {
  const problems: GraphProblem[] = []
  for (const node of nodes) {
    if (node.type !== 'dataset_query' || !node.config.plan) continue
    const [datasetId = ''] = node.config.datasets
    const published = await datasets.readPublishedTable(tenantId, datasetId, tx)
    for (const error of published ? checkFixedPlan(node.config.plan, published.table) : [])
      problems.push({
        severity: 'error',
        node_id: node.id,
        field: ['config.plan', error.path].filter((part) => part !== '').join('.'),
        code: 'plan_invalid',
        message: explainPlanErrors([error]),
      })
  }
  return problems
}
