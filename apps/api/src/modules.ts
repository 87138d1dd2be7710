// The domains of the API, from the ground up: each may use the services of those before it, and nothing of those after it.
// `.dependency-cruiser.mjs` reads the order here.
import type { Dependencies } from './boot/dependencies.ts'
import { startModuleList } from './module-list.ts'
import { createPaging } from './http/paging.ts'
import { createAssistantModule } from './modules/assistant/assistant.module.ts'
import { createAuditModule } from './modules/audit/audit.module.ts'
import { createAuthModule } from './modules/auth/auth.module.ts'
import { createChatModule } from './modules/chat/chat.module.ts'
import { deletePrivateChats } from './modules/chat/private-chats.sql.ts'
import { createDebugModule } from './modules/debug/debug.module.ts'
import { createFeedbackModule } from './modules/feedback/feedback.module.ts'
import { createGroupModule } from './modules/group/group.module.ts'
import { createHelpModule } from './modules/help/help.module.ts'
import { createKnowledgeModule } from './modules/knowledge/knowledge.module.ts'
import { createModelModule } from './modules/model/model.module.ts'
import { createOverviewModule } from './modules/overview/overview.module.ts'
import { createPreferenceModule } from './modules/preference/preference.module.ts'
import { createReplyModule } from './modules/reply/reply.module.ts'
import { requestStopOfUsers } from './modules/reply/run/stop-request.sql.ts'
import { createSystemModule } from './modules/system/system.module.ts'
import { createTenantModule } from './modules/tenant/tenant.module.ts'
import { createUsageModule } from './modules/usage/usage.module.ts'
import { createUserModule } from './modules/user/user.module.ts'
import { createWorkflowModule } from './modules/workflow/workflow.module.ts'
import { createStreamAuthority } from './permissions/stream-authority.ts'
import { createLoginThrottle } from './security/login-throttle.ts'

const createSharedServices = ({ keys, pool, now, log }: Dependencies) => ({
  paging: createPaging(keys.pageToken),
  throttle: createLoginThrottle(pool, keys),
  streamAuthority: createStreamAuthority({ pool, now, log }),
  // Of the reply and the chat module, which are uphill from the users.
  ownedChats: { stopReplies: requestStopOfUsers, deletePrivate: deletePrivateChats },
})

export const createModules = (dependencies: Dependencies) =>
  startModuleList(dependencies, createSharedServices(dependencies))
    .add(createAuditModule)
    .add(createGroupModule)
    .add(createUserModule)
    .add(createTenantModule)
    .add(createAuthModule)
    .add(createUsageModule)
    .add(createModelModule)
    .add(createKnowledgeModule)
    .add(createWorkflowModule)
    .add(createAssistantModule)
    .add(createPreferenceModule)
    .add(createReplyModule)
    .add(createChatModule)
    .add(createFeedbackModule)
    .add(createHelpModule)
    .add(createSystemModule)
    .add(createOverviewModule)
    .add(createDebugModule)
