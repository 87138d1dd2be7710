import { assistantMatrix } from './assistant.matrix.ts'
import { authMatrix } from './auth.matrix.ts'
import { chatMatrix } from './chat.matrix.ts'
import { datasetMatrix } from './dataset.matrix.ts'
import { debugMatrix } from './debug.matrix.ts'
import { feedbackMatrix } from './feedback.matrix.ts'
import { groupMatrix } from './group.matrix.ts'
import { collectionMatrix } from './collection.matrix.ts'
import { modelMatrix } from './model.matrix.ts'
import { preferenceMatrix } from './preference.matrix.ts'
import { replyMatrix } from './reply.matrix.ts'
import { systemMatrix } from './system.matrix.ts'
import { tenantMatrix } from './tenant.matrix.ts'
import { usageMatrix } from './usage.matrix.ts'
import { userMatrix } from './user.matrix.ts'
import { workflowMatrix } from './workflow.matrix.ts'
import type { MatrixPart } from './part.ts'

export const parts: readonly MatrixPart[] = [
  groupMatrix,
  userMatrix,
  tenantMatrix,
  authMatrix,
  usageMatrix,
  modelMatrix,
  collectionMatrix,
  datasetMatrix,
  workflowMatrix,
  assistantMatrix,
  preferenceMatrix,
  replyMatrix,
  chatMatrix,
  feedbackMatrix,
  systemMatrix,
  debugMatrix,
]
