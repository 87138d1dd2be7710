// Every service of the domains, made once, in the order in which they may use each other.
import type { Dependencies } from './boot/dependencies.ts'
import { deriveKeys } from '@heddle/security/keys'
import { createAssistantRepository } from './modules/assistant/assistant.repository.ts'
import { createAssistantService } from './modules/assistant/assistant.service.ts'
import { createActorService } from './modules/auth/actor.service.ts'
import { createAuditLogService } from './modules/audit/audit-log.service.ts'
import { createAuditRepository } from './modules/audit/audit.repository.ts'
import { createAuditService } from './modules/audit/audit.service.ts'
import { createAuthService } from './modules/auth/auth.service.ts'
import { createExternalLoginMethods } from './modules/tenant/login-methods.service.ts'
import { createExternalLoginService } from './modules/auth/external/external-login.service.ts'
import { createLoginFlows } from './modules/auth/external/login-flow.ts'
import { createProvisioning } from './modules/auth/external/provisioning.ts'
import { createLoginThrottle } from './security/login-throttle.ts'
import { createRefreshTokens } from '@heddle/security/refresh-token'
import { createSessionRepository } from './modules/auth/session.repository.ts'
import { createSessionService } from './modules/auth/session.service.ts'
import { createSignInLog } from './modules/auth/sign-in-log.ts'
import { createFeedbackRepository } from './modules/feedback/feedback.repository.ts'
import { createFeedbackService } from './modules/feedback/feedback.service.ts'
import { createGroupRepository } from './modules/group/group.repository.ts'
import { createGroupService } from './modules/group/group.service.ts'
import { createMemberRepository } from './modules/group/member.repository.ts'
import { createMemberService } from './modules/group/member.service.ts'
import { deletePrivateChats } from './modules/chat/private-chats.sql.ts'
import { requestStopOfUsers } from './modules/reply/run/stop-request.sql.ts'
import { createDemonstrationProbe } from './modules/model/demonstration.ts'
import { createModelRepository } from './modules/model/model.repository.ts'
import { createModelService } from './modules/model/model.service.ts'
import { createPreferenceRepository } from './modules/preference/preference.repository.ts'
import { createPreferenceService } from './modules/preference/preference.service.ts'
import { ownLoginMethods } from './modules/tenant/login-methods.ts'
import { createTenantRepository } from './modules/tenant/tenant.repository.ts'
import { createTenantService } from './modules/tenant/tenant.service.ts'
import { createUsageLimitRepository } from './modules/usage/usage-limit.repository.ts'
import { createUsageLimitService } from './modules/usage/usage-limit.service.ts'
import { createImportRepository } from './modules/user/import/import.repository.ts'
import { createImportService } from './modules/user/import/import.service.ts'
import { createUserListRepository } from './modules/user/user-list.repository.ts'
import { createUserStandingRepository } from './modules/user/user-standing.repository.ts'
import { createUserStandingService } from './modules/user/user-standing.service.ts'
import { createUserRepository } from './modules/user/user.repository.ts'
import { createUserService } from './modules/user/user.service.ts'
import { createStreamAuthority } from './permissions/stream-authority.ts'
import { createPaging } from './http/paging.ts'

export type Services = ReturnType<typeof createServices>

export function createServices({ config, db, pool, now, log, stopping }: Dependencies) {
  const keys = deriveKeys(config.secretKey)
  const paging = createPaging(keys.pageToken)
  const streamAuthority = createStreamAuthority({ pool, now, log })

  const events = createAuditRepository(db)
  const audit = createAuditService(events)
  const auditLog = createAuditLogService({ db, events, audit, paging })
  const groupParts = { db, groups: createGroupRepository(db), members: createMemberRepository(db), paging, audit }
  const groups = createGroupService(groupParts)
  const members = createMemberService(groupParts)
  const userRows = createUserRepository(db)
  const users = createUserService({
    db,
    users: userRows,
    lists: createUserListRepository(db),
    audit,
    paging,
    confirmOwnPassword: (actor, password) => auth.confirmOwnPassword(actor, password),
  })
  const userStanding = createUserStandingService({
    db,
    users: userRows,
    standing: createUserStandingRepository(db),
    // Of the reply and the chat module, which are uphill.
    ownedChats: { stopReplies: requestStopOfUsers, deletePrivate: deletePrivateChats },
    audit,
    now,
  })
  const userImports = createImportService({ imports: createImportRepository(db), audit, now, stopping })
  const externalLoginMethods = createExternalLoginMethods(db, config.externalLogins)
  const tenants = createTenantService({
    db,
    tenants: createTenantRepository(db),
    paging,
    audit,
    // Of the auth module, which is uphill too.
    loginMethodsOf: async (tenant) => [...ownLoginMethods, ...(await externalLoginMethods.loginMethodsOf(tenant))],
    // A tenant begins with a super user, and users are uphill from tenants.
    insertUser: users.insertUser,
  })
  const actors = createActorService(pool, now)
  const sessions = createSessionService({
    db,
    sessions: createSessionRepository(db),
    users,
    audit,
    paging,
    refreshTokens: createRefreshTokens(keys.refreshToken),
    now,
  })
  const signIns = createSignInLog({ db, audit, tenants })
  const throttle = createLoginThrottle(pool, keys.rateLimit)
  const auth = createAuthService({ db, sessions, users, throttle, signIns, audit })
  const externalLogins = createExternalLoginService({
    methods: externalLoginMethods,
    tenants,
    provisioning: createProvisioning({ db, users }),
    sessions,
    throttle,
    signIns,
    flows: createLoginFlows(pool, keys.loginFlow, now),
    now,
    log,
  })
  const models = createModelService(createModelRepository(db), createDemonstrationProbe(config.model))
  const assistants = createAssistantService(createAssistantRepository(db), paging)
  const preferences = createPreferenceService(createPreferenceRepository(db), assistants, models)
  const usageLimits = createUsageLimitService({ db, rules: createUsageLimitRepository(db, pool), paging, audit })
  const feedback = createFeedbackService({ db, pool, feedback: createFeedbackRepository(db), paging, audit })

  return {
    paging,
    streamAuthority,
    audit,
    auditLog,
    tenants,
    groups,
    members,
    users,
    userStanding,
    userImports,
    actors,
    sessions,
    auth,
    externalLogins,
    models,
    assistants,
    preferences,
    usageLimits,
    feedback,
  }
}
