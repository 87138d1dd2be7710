import { assistantMatrix } from '../../modules/assistant/assistant.matrix.ts'
import { authMatrix } from '../../modules/auth/auth.matrix.ts'
import { chatMatrix } from '../../modules/chat/chat.matrix.ts'
import { debugMatrix } from '../../modules/debug/debug.matrix.ts'
import { feedbackMatrix } from '../../modules/feedback/feedback.matrix.ts'
import { groupMatrix } from '../../modules/group/group.matrix.ts'
import { knowledgeMatrix } from '../../modules/knowledge/knowledge.matrix.ts'
import { modelMatrix } from '../../modules/model/model.matrix.ts'
import { preferenceMatrix } from '../../modules/preference/preference.matrix.ts'
import { replyMatrix } from '../../modules/reply/reply.matrix.ts'
import { systemMatrix } from '../../modules/system/system.matrix.ts'
import { tenantMatrix } from '../../modules/tenant/tenant.matrix.ts'
import { usageMatrix } from '../../modules/usage/usage.matrix.ts'
import { userMatrix } from '../../modules/user/user.matrix.ts'
import { workflowMatrix } from '../../modules/workflow/workflow.matrix.ts'
import type { MatrixPart } from './part.ts'

export const parts: readonly MatrixPart[] = [
  groupMatrix,
  userMatrix,
  tenantMatrix,
  authMatrix,
  usageMatrix,
  modelMatrix,
  knowledgeMatrix,
  workflowMatrix,
  assistantMatrix,
  preferenceMatrix,
  replyMatrix,
  chatMatrix,
  feedbackMatrix,
  systemMatrix,
  debugMatrix,
]
