// The domains of the API, from the ground up: each may use the services of those before it, and nothing of those after it.
// `.dependency-cruiser.mjs` reads the order here.
import type { PrismaClient } from '@heddle/db/client'
import type { Dependencies } from '../platform/dependencies.ts'
import { startModuleList } from './module-list.ts'
import { createPaging } from '../platform/http/paging.ts'
import { createAssistantModule } from './assistant/assistant.module.ts'
import { createAuditModule } from './audit/audit.module.ts'
import { createAuthModule } from './auth/auth.module.ts'
import { createChatModule } from './chat/chat.module.ts'
import { deletePrivateChats, forgetToldContexts } from './chat/private-chats.sql.ts'
import { createCollectionModule } from './collection/collection.module.ts'
import { createDatasetModule } from './dataset/dataset.module.ts'
import { forgetText } from './dataset/row/forget-text.ts'
import { createDebugModule } from './debug/debug.module.ts'
import { createEvaluationModule } from './evaluation/evaluation.module.ts'
import { createPublishGate } from './evaluation/gate/publish-gate.ts'
import { createFeedbackModule } from './feedback/feedback.module.ts'
import { forgetQuestionsOfUser } from './feedback/forget-questions.ts'
import { createGroupModule } from './group/group.module.ts'
import { createHelpModule } from './help/help.module.ts'
import { createIngestionModule } from './ingestion/ingestion.module.ts'
import { createMessageModule } from './message/message.module.ts'
import { createModelModule } from './model/model.module.ts'
import { createOverviewModule } from './overview/overview.module.ts'
import { createPreferenceModule } from './preference/preference.module.ts'
import { createPromptModule } from './prompt/prompt.module.ts'
import { createReplyModule } from './reply/reply.module.ts'
import { requestStopOfUsers } from './reply/supervise/stop-request.sql.ts'
import { createRetrievalModule } from './retrieval/retrieval.module.ts'
import { createRunModule } from './run/run.module.ts'
import { createSystemModule } from './system/system.module.ts'
import { createTakeoutModule } from './takeout/takeout.module.ts'
import { createTenantModule } from './tenant/tenant.module.ts'
import { createTrialModule } from './trial/trial.module.ts'
import { createUsageLimitModule } from './usage-limit/usage-limit.module.ts'
import { createUsageModule } from './usage/usage.module.ts'
import { createUserModule } from './user/user.module.ts'
import { createWorkflowModule } from './workflow/workflow.module.ts'
import { createStreamAuthority } from '../platform/permissions/stream-authority.ts'
import { createLoginThrottle } from '../platform/security/login-throttle.ts'

const createSharedServices = ({ keys, db, pool, now, log }: Dependencies) => ({
  paging: createPaging(keys.pageToken),
  throttle: createLoginThrottle(pool, keys),
  streamAuthority: createStreamAuthority({ pool, now, log }),
  // Of the modules of replies, chats and feedback, which are uphill from the users.
  ownedChats: {
    stopReplies: requestStopOfUsers,
    forgetQuestions: (on: PrismaClient, ownerId: string) => forgetQuestionsOfUser(on, ownerId, forgetText),
    deletePrivate: deletePrivateChats,
    forgetTold: forgetToldContexts,
  },
  // Of the evaluation module, which is uphill from the workflows.
  publishGate: createPublishGate({ db, now }),
})

export const createModules = (dependencies: Dependencies) =>
  startModuleList(dependencies, createSharedServices(dependencies))
    .add(createAuditModule)
    .add(createGroupModule)
    .add(createUserModule)
    .add(createTenantModule)
    .add(createAuthModule)
    .add(createUsageLimitModule)
    .add(createUsageModule)
    .add(createModelModule)
    .add(createCollectionModule)
    .add(createDatasetModule)
    .add(createIngestionModule)
    .add(createRetrievalModule)
    .add(createWorkflowModule)
    .add(createAssistantModule)
    .add(createPreferenceModule)
    .add(createPromptModule)
    .add(createMessageModule)
    .add(createRunModule)
    .add(createTrialModule)
    .add(createReplyModule)
    .add(createChatModule)
    .add(createFeedbackModule)
    .add(createTakeoutModule)
    .add(createEvaluationModule)
    .add(createHelpModule)
    .add(createSystemModule)
    .add(createOverviewModule)
    .add(createDebugModule)
