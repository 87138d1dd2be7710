import {
  createUser,
  deleteUser,
  getUserProfile,
  queryUsers,
  resetPassword,
  resetSecondFactor,
  updateUserEmail,
  updateUserProfile,
  updateUserRole,
  updateUserStatus,
  updateUserStatuses,
} from '@heddle/contracts/user/user'
import { importUsers } from '@heddle/contracts/user/user-import'
import { limits } from '@heddle/contracts/limits'
import type { App } from '../../platform/http/app-instance.ts'
import { logFailure, toErrorBody } from '../../platform/http/failure.ts'
import { sendEventStream } from '../../platform/http/event-stream.ts'
import type { UserImportService } from './import/import.service.ts'
import { presentUser } from './user.presenter.ts'
import type { UserStatusService } from './user-status.service.ts'
import type { UserService } from './user.service.ts'

type UserServices = { readonly users: UserService; readonly userStatuses: UserStatusService; readonly userImports: UserImportService }

/** A line end and a quote take two bytes in JSON. */
const importBodyBytes = limits.importBytes * 1.25

export function userRoutes(app: App, { users, userStatuses, userImports }: UserServices) {
  app.route({
    ...queryUsers,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken, total, totalExceeds } = await users.queryUsers(actor, body)
      const presented = rows.map((user) => presentUser(actor, user))
      return { users: presented, next_page_token: nextPageToken, total, total_exceeds: totalExceeds }
    },
  })

  app.route({ ...createUser, handler: async ({ actor, body }) => ({ user: presentUser(actor, await users.createUser(actor, body)) }) })

  app.route({
    ...importUsers,
    bodyLimit: importBodyBytes,
    handler: async (request, reply) =>
      sendEventStream(reply, (signal) =>
        userImports.importUsers(request.actor, request.body, {
          signal,
          describeFailure: (error) => toErrorBody(logFailure(request, error)).detail,
        }),
      ),
  })

  app.route({
    ...getUserProfile,
    handler: async ({ actor, params }) => ({ user: presentUser(actor, await users.getUserProfile(actor, params.id)) }),
  })

  app.route({
    ...updateUserProfile,
    handler: async ({ actor, params, body }) => ({ user: presentUser(actor, await users.updateUserProfile(actor, params.id, body)) }),
  })

  app.route({
    ...updateUserEmail,
    handler: async ({ actor, params, body }) => ({ user: presentUser(actor, await users.updateUserEmail(actor, params.id, body)) }),
  })

  app.route({
    ...updateUserRole,
    handler: async ({ actor, params, body }) => ({
      user: presentUser(actor, await userStatuses.updateUserRole(actor, params.id, body.role)),
    }),
  })

  app.route({
    ...updateUserStatus,
    handler: async ({ actor, params, body }) => ({
      user: presentUser(actor, await userStatuses.updateUserStatus(actor, params.id, body.status)),
    }),
  })

  app.route({
    ...updateUserStatuses,
    handler: async ({ actor, body }) => {
      const changed = await userStatuses.updateUserStatuses(actor, body.user_ids, body.status)
      return { users: changed.map((user) => presentUser(actor, user)) }
    },
  })

  app.route({
    ...resetPassword,
    handler: async ({ actor, params, body }) => {
      await userStatuses.resetPassword(actor, params.id, body.password)
      return { success: true as const }
    },
  })

  app.route({
    ...resetSecondFactor,
    handler: async ({ actor, params }) => ({ user: presentUser(actor, await userStatuses.resetSecondFactor(actor, params.id)) }),
  })

  app.route({
    ...deleteUser,
    handler: async ({ actor, params }) => {
      await userStatuses.deleteUser(actor, params.id)
      return { success: true as const }
    },
  })
}
