import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { MembershipRole } from '../roles.ts'
import { schemaIds } from '../schema-ids.ts'
import {
  Count,
  Id,
  IdParams,
  Line,
  LocalizedName,
  LocalizedText,
  LocalizedTextInput,
  PageInfo,
  PageQuery,
  Success,
  Timestamp,
} from '../wire.ts'

export const Group = z.object({
  id: Id,
  role: z.literal('G'),
  name: LocalizedText,
  description: LocalizedText,
  /** The first of its members (limits.groupChildren); `member_count` counts all. */
  children: z.array(z.object({ id: Id })),
  member_count: Count,
  /** The role of the user whose groups were asked for, else of the actor; null when not a member. */
  membership: MembershipRole.nullable(),
  revision: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  abilities: z.object({
    edit: z.boolean(),
    manage_members: z.boolean(),
    delete: z.boolean(),
    /** Open an assistant of the group to all users of the tenant. */
    make_assistant_public: z.boolean(),
  }),
})
export type Group = z.infer<typeof Group>
schemaIds.add(Group, { id: 'Group' })

export const GroupMember = z.object({
  id: Id,
  name: LocalizedText,
  /** Null for a reader who may only know the name. */
  email: z.string().nullable(),
  status: z.enum(['active', 'disabled']),
  role: MembershipRole,
  /** The external sign-in that gave the membership, and may take it. */
  provider: z.string().nullable(),
  abilities: z.object({ change_role: z.boolean(), remove: z.boolean(), see_profile: z.boolean() }),
})
export type GroupMember = z.infer<typeof GroupMember>
schemaIds.add(GroupMember, { id: 'GroupMember' })

const GroupResponse = z.object({ group: Group })
const GroupsResponse = PageInfo.extend({ groups: z.array(Group) })
const MemberParams = z.strictObject({ id: Id, userId: Id })

export const queryGroups = {
  method: 'POST',
  url: '/api/v1/group/query',
  schema: {
    summary: 'The groups that the actor may see, by name: all of the tenant for administrators, else the own',
    body: PageQuery.extend({ keyword: Line.max(200).optional() }),
    response: { 200: GroupsResponse },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const queryUserGroups = {
  method: 'POST',
  url: '/api/v1/user/:id/group/query',
  schema: { summary: 'The groups of a user', tags: ['group'], params: IdParams, body: PageQuery, response: { 200: GroupsResponse } },
  config: { policy: 'signed_in', errors: ['AUTH_USER_NOT_FOUND'] },
} as const satisfies Endpoint

export const createGroup = {
  method: 'POST',
  url: '/api/v1/group',
  schema: {
    summary: 'Create a group',
    body: z.strictObject({
      group: z.strictObject({
        /** Anything but G is AUTH_GROUP_ROLE_INVALID. */
        role: z.string().max(20).optional(),
        name: LocalizedName,
        description: LocalizedTextInput.optional(),
        children: z.array(z.never()).max(0).optional(),
      }),
    }),
    response: { 200: GroupResponse },
  },
  config: { policy: 'manage_groups', audited: true, errors: ['AUTH_GROUP_ROLE_INVALID'] },
} as const satisfies Endpoint

export const getGroup = {
  method: 'GET',
  url: '/api/v1/group/:id',
  schema: { summary: 'One group', params: IdParams, response: { 200: GroupResponse } },
  config: { policy: 'signed_in', errors: ['AUTH_GROUP_NOT_FOUND'] },
} as const satisfies Endpoint

export const updateGroup = {
  method: 'PUT',
  url: '/api/v1/group/:id',
  schema: {
    summary: 'Change the name and the description of a group',
    params: IdParams,
    body: z.strictObject({
      group: z.strictObject({ name: LocalizedName.optional(), description: LocalizedTextInput.optional(), revision: z.int() }),
    }),
    response: { 200: GroupResponse },
  },
  config: { policy: 'signed_in', audited: true, errors: ['AUTH_GROUP_NOT_FOUND', 'FORBIDDEN', 'REVISION_MISMATCH'] },
} as const satisfies Endpoint

const Owned = z.object({ count: Count, items: z.array(z.object({ id: Id, name: LocalizedText })) })

/** What a group manages: how many, and the first twenty of them. */
export const GroupAssets = z.object({ assistants: Owned, workflows: Owned, collections: Owned, datasets: Owned })
export type GroupAssets = z.infer<typeof GroupAssets>
schemaIds.add(GroupAssets, { id: 'GroupAssets' })

export const getGroupAssets = {
  method: 'GET',
  url: '/api/v1/group/:id/assets',
  schema: { summary: 'What a group manages', params: IdParams, response: { 200: z.object({ assets: GroupAssets }) } },
  config: { policy: 'signed_in', errors: ['AUTH_GROUP_NOT_FOUND'] },
} as const satisfies Endpoint

export const deleteGroup = {
  method: 'DELETE',
  url: '/api/v1/group/:id',
  schema: {
    summary: 'Delete a group; one that manages something is refused unless that is moved to another group',
    params: IdParams,
    querystring: z.strictObject({ move_to: Id.optional() }),
    response: { 200: Success },
  },
  config: { policy: 'manage_groups', audited: true, errors: ['AUTH_GROUP_NOT_FOUND', 'AUTH_GROUP_FAILED_TO_DELETE'] },
} as const satisfies Endpoint

export const queryGroupMembers = {
  method: 'POST',
  url: '/api/v1/group/:id/user/query',
  schema: {
    summary: 'The members of a group, by name',
    params: IdParams,
    body: PageQuery.extend({ keyword: Line.max(200).optional(), role: MembershipRole.optional() }),
    response: { 200: PageInfo.extend({ members: z.array(GroupMember) }) },
  },
  config: { policy: 'signed_in', errors: ['AUTH_GROUP_NOT_FOUND'] },
} as const satisfies Endpoint

export const putGroupMember = {
  method: 'PUT',
  url: '/api/v1/group/:id/user/:userId',
  schema: {
    summary: 'Make a user a member or an owner of a group',
    params: MemberParams,
    body: z.strictObject({ role: MembershipRole }),
    response: { 200: z.object({ member: GroupMember }) },
  },
  config: {
    policy: 'signed_in',
    audited: true,
    errors: [
      'AUTH_GROUP_NOT_FOUND',
      'FORBIDDEN',
      'AUTH_USER_NOT_FOUND',
      'AUTH_RELATION_FAILED_TO_CREATE',
      'AUTH_RELATION_FAILED_TO_UPDATE',
    ],
  },
} as const satisfies Endpoint

export const removeGroupMember = {
  method: 'DELETE',
  url: '/api/v1/group/:id/user/:userId',
  schema: { summary: 'Take a user out of a group', params: MemberParams, response: { 200: Success } },
  config: {
    policy: 'signed_in',
    audited: true,
    errors: ['AUTH_GROUP_NOT_FOUND', 'FORBIDDEN', 'AUTH_USER_NOT_FOUND', 'AUTH_RELATION_FAILED_TO_DELETE'],
  },
} as const satisfies Endpoint

/** Users who could become members: an owner who is no administrator finds them only by their address. */
export const findGroupCandidate = {
  method: 'POST',
  url: '/api/v1/group/:id/candidate/query',
  schema: {
    summary: 'Users of the tenant who are not in the group: by keyword for administrators, by the exact email or account for owners',
    params: IdParams,
    body: PageQuery.extend({ keyword: Line.min(1).max(200) }),
    response: { 200: PageInfo.extend({ users: z.array(z.object({ id: Id, name: LocalizedText, email: z.string() })) }) },
  },
  config: { policy: 'signed_in', errors: ['AUTH_GROUP_NOT_FOUND', 'FORBIDDEN'] },
} as const satisfies Endpoint
