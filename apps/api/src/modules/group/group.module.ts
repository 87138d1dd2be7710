import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { createGroupRepository } from './group.repository.ts'
import { groupRoutes } from './group.routes.ts'
import { createGroupService } from './group.service.ts'
import { createMemberRepository } from './member.repository.ts'
import { createMemberService } from './member.service.ts'

type Services = { readonly paging: Paging; readonly audit: AuditService }

export function createGroupModule({ db }: Dependencies, { paging, audit }: Services) {
  const dependencies = { db, groups: createGroupRepository(db), members: createMemberRepository(db), paging, audit }
  const groups = createGroupService(dependencies)
  const members = createMemberService(dependencies)
  return {
    services: { groups, members },
    routes: (app: App) => groupRoutes(app, { groups, members }),
  }
}
