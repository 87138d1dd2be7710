import {
  createGroup,
  deleteGroup,
  findGroupCandidate,
  getGroup,
  getGroupAssets,
  putGroupMember,
  queryGroupMembers,
  queryGroups,
  queryUserGroups,
  removeGroupMember,
  updateGroup,
} from '@heddle/contracts/group/group'
import type { App } from '../../platform/http/app-instance.ts'
import { presentGroup, presentGroupAssets } from './group.presenter.ts'
import type { GroupService } from './group.service.ts'
import { presentCandidate, presentMember } from './member.presenter.ts'
import type { MemberService } from './member.service.ts'

type GroupServices = { readonly groups: GroupService; readonly members: MemberService }

export function groupRoutes(app: App, { groups, members }: GroupServices) {
  app.route({
    ...queryGroups,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await groups.queryGroups(actor, body)
      return { groups: rows.map((group) => presentGroup(actor, group)), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...queryUserGroups,
    handler: async ({ actor, params, body }) => {
      const { rows, nextPageToken } = await groups.queryUserGroups(actor, params.id, body)
      return { groups: rows.map(({ group, membership }) => presentGroup(actor, group, membership)), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...createGroup,
    handler: async ({ actor, body }) => ({ group: presentGroup(actor, await groups.createGroup(actor, body.group)) }),
  })

  app.route({
    ...getGroup,
    handler: async ({ actor, params }) => ({ group: presentGroup(actor, await groups.getGroup(actor, params.id)) }),
  })

  app.route({
    ...updateGroup,
    handler: async ({ actor, params, body }) => ({
      group: presentGroup(actor, await groups.updateGroup(actor, params.id, body.group)),
    }),
  })

  app.route({
    ...getGroupAssets,
    handler: async ({ actor, params }) => ({ assets: presentGroupAssets(await groups.getGroupAssets(actor, params.id)) }),
  })

  app.route({
    ...deleteGroup,
    handler: async ({ actor, params, query }) => {
      await groups.deleteGroup(actor, params.id, query)
      return { success: true as const }
    },
  })

  app.route({
    ...queryGroupMembers,
    handler: async ({ actor, params, body }) => {
      const { group, activeOwners, rows, nextPageToken } = await members.queryGroupMembers(actor, params.id, body)
      return { members: rows.map((member) => presentMember(actor, group, activeOwners, member)), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...putGroupMember,
    handler: async ({ actor, params, body }) => {
      const { group, member, activeOwners } = await members.putGroupMember(actor, params.id, params.userId, body.role)
      return { member: presentMember(actor, group, activeOwners, member) }
    },
  })

  app.route({
    ...removeGroupMember,
    handler: async ({ actor, params }) => {
      await members.removeGroupMember(actor, params.id, params.userId)
      return { success: true as const }
    },
  })

  app.route({
    ...findGroupCandidate,
    handler: async ({ actor, params, body }) => {
      const { rows, nextPageToken } = await members.findGroupCandidate(actor, params.id, body)
      return { users: rows.map(presentCandidate), next_page_token: nextPageToken }
    },
  })
}
