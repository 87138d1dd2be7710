import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { RunningJob } from '../../platform/jobs/job-queue.ts'
import type { LoginThrottle } from '../../platform/security/login-throttle.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { GroupService } from '../group/group.service.ts'
import { createImportRepository } from './import/import.repository.ts'
import { createUserImportService } from './import/import.service.ts'
import { createUserListRepository } from './user-list.repository.ts'
import { createUserStatusRepository } from './user-status.repository.ts'
import { createUserStatusService, type OwnedChats } from './user-status.service.ts'
import { createUserRepository } from './user.repository.ts'
import { userRoutes } from './user.routes.ts'
import { createUserService } from './user.service.ts'

type Services = {
  readonly paging: Paging
  readonly throttle: LoginThrottle
  readonly ownedChats: OwnedChats
  readonly audit: AuditService
  readonly groups: GroupService
}

export function createUserModule({ db, now, stopping }: Dependencies, { paging, throttle, ownedChats, audit, groups }: Services) {
  const rows = createUserRepository(db)
  const users = createUserService({ db, users: rows, lists: createUserListRepository(db), audit, paging, throttle })
  const userStatuses = createUserStatusService({
    db,
    users: rows,
    statuses: createUserStatusRepository(db),
    ownedChats,
    audit,
    now,
  })
  const userImports = createUserImportService({ imports: createImportRepository(db), groups, audit, now, stopping })
  return {
    services: { users, userStanding: userStatuses },
    routes: (app: App) => userRoutes(app, { users, userStatuses, userImports }),
    jobs: [
      {
        queue: 'purge-deleted-users',
        schedule: { cron: '36 * * * *', timeZone: 'UTC' },
        run: ({ signal }: RunningJob) => userStatuses.purgeDeletedUsers(signal),
      },
    ],
  }
}
