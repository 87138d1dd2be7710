import { assistantMatrix } from './domains/assistant.matrix.ts'
import { authMatrix } from './domains/auth.matrix.ts'
import { chatMatrix } from './domains/chat.matrix.ts'
import { datasetMatrix } from './domains/dataset.matrix.ts'
import { debugMatrix } from './domains/debug.matrix.ts'
import { evaluationMatrix } from './domains/evaluation.matrix.ts'
import { feedbackMatrix } from './domains/feedback.matrix.ts'
import { groupMatrix } from './domains/group.matrix.ts'
import { collectionMatrix } from './domains/collection.matrix.ts'
import { modelMatrix } from './domains/model.matrix.ts'
import { preferenceMatrix } from './domains/preference.matrix.ts'
import { promptMatrix } from './domains/prompt.matrix.ts'
import { replyMatrix } from './domains/reply.matrix.ts'
import { systemMatrix } from './domains/system.matrix.ts'
import { takeoutMatrix } from './domains/takeout.matrix.ts'
import { tenantMatrix } from './domains/tenant.matrix.ts'
import { usageMatrix } from './domains/usage.matrix.ts'
import { userMatrix } from './domains/user.matrix.ts'
import { workflowMatrix } from './domains/workflow.matrix.ts'
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
  promptMatrix,
  replyMatrix,
  chatMatrix,
  feedbackMatrix,
  takeoutMatrix,
  evaluationMatrix,
  systemMatrix,
  debugMatrix,
]
