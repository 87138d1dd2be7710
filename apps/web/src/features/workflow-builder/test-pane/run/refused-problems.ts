// The problems of a graph that the service refused to run.
import { z } from 'zod'
import type { GraphProblemCode } from '@heddle/workflow/model/graph/graph-rules'
import type { ApiError } from '#shared/api/errors.ts'
import type { Problem } from '../../problems.ts'

const RefusedProblems = z.array(
  z.object({
    node_id: z.string().optional(),
    field: z.string().optional(),
    handle: z.string().optional(),
    subject: z.string().optional(),
    code: z.string(),
  }),
)

/** Returns the problems that a refusal names; an empty list when it names none. */
export function readProblems({ code, params }: ApiError): readonly Problem[] {
  const refused = code === 'WORKFLOW_GRAPH_INVALID' ? RefusedProblems.safeParse(params['problems']).data : undefined
  return (refused ?? []).map(({ node_id: nodeId, field, handle, subject, code: problem }) => ({
    severity: 'error',
    nodeId,
    field,
    handle,
    subject,
    code: problem as GraphProblemCode,
  }))
}
