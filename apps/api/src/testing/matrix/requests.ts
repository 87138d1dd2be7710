// A valid call of each endpoint: what it says beyond whom or what it is about.
import { type EndpointName, endpoints } from '@heddle/contracts/endpoints'
import { randomUUID } from 'node:crypto'
import { createForm } from '../files/form.ts'
import type { Target } from './things.ts'
import { type MatrixWorld, ownPassword } from './world.ts'

const newEmail = () => `${randomUUID()}@heddle.test`
const newPassword = 'another password than before'

/** The revision that a careful caller would have seen; of what does not exist it does not matter. */
const revisionOf = async (find: Promise<{ revision: number } | null>) => (await find)?.revision ?? 0

const usageLimitRule = { scope: 'user', metric: 'tokens', amount: 1_000, interval_seconds: 3_600, warn_percent: 80, blocks: true }

type Context = { readonly db: MatrixWorld['db']; readonly thing: string; readonly target: Target }

/** The body of a valid call, or undefined for an endpoint without one. */
export async function bodyOf(route: EndpointName, { db, thing, target: { id, messageId } }: Context): Promise<object | undefined> {
  switch (route) {
    case 'login':
      return { email: newEmail(), password: 'whatever it is' }
    case 'refreshToken':
    case 'logout':
      return { refresh_token: 'made-up' }
    case 'externalLogin':
      return { mem_id: 'weaver', mem_password: 'whatever it is' }
    case 'finishOidcLogin':
      return { parameters: { code: 'made-up', state: 'made-up' } }
    case 'updatePassword':
      return { current_password: ownPassword, new_password: newPassword }
    case 'createUser':
      return {
        user: { email: newEmail(), name: 'Ada', ...(thing.includes('group') && { parents: [{ id, role: 'U' }] }) },
        password: newPassword,
      }
    case 'importUsers':
      return { csv: `name,email\nAda,${newEmail()}\n` }
    case 'updateUserProfile':
      return { user: { name: 'Ada', revision: await revisionOf(db.user.findUnique({ where: { id } })) } }
    case 'updateUserEmail':
      return { email: newEmail(), current_password: ownPassword }
    case 'updateUserRole':
      return { role: 'A' }
    case 'updateUserStatus':
      return { status: 'disabled' }
    case 'updateUserStatuses':
      return { user_ids: [id], status: 'disabled' }
    case 'resetPassword':
      return { password: newPassword }
    case 'createGroup':
      return { group: { name: 'Weavers' } }
    case 'updateGroup':
      return { group: { name: 'Weavers', revision: await revisionOf(db.group.findUnique({ where: { id } })) } }
    case 'putGroupMember':
      return { role: 'U' }
    case 'findGroupCandidate':
      return { keyword: newEmail() }
    case 'createTenant':
      return { tenant: { name: 'Institute' }, administrator: { email: newEmail(), password: newPassword } }
    case 'updateTenant':
      return { tenant: { product_name: 'Loom', revision: await revisionOf(db.tenant.findUnique({ where: { id } })) } }
    case 'addFavoriteAssistant':
      return { assistant_id: id }
    case 'replaceFavoriteAssistants':
      return { assistant_ids: [id] }
    case 'queryChats':
      return thing.endsWith('by keywords') ? { keywords: 'hemp warp' } : {}
    case 'createChat':
      return { chat: { assistant_id: id } }
    case 'shareChat':
      return { explicitly_public: !thing.endsWith('to take back') }
    case 'sendMessage':
      return { content: 'How strong is hemp?', client_message_id: randomUUID(), version: 0 }
    case 'editMessage':
      return { content: 'How strong is hemp, then?', client_message_id: randomUUID(), version: 0 }
    case 'regenerateReply':
    case 'continueReply':
      return { client_message_id: randomUUID(), version: 0 }
    case 'chooseBranch':
      return { message_id: messageId, version: 0 }
    case 'setChatChoices':
    case 'setChatDefaults':
      return { response_language: 'ja' }
    case 'setChatTitle':
      return { name: 'Hemp' }
    case 'giveFeedback':
      return { message_index: 1, rating: 'bad', reason: 'Too short', include_conversation: true }
    case 'summarizeFeedback':
      return { time_zone: 'Asia/Taipei' }
    case 'createUsageLimitRule':
      return { rule: { ...usageLimitRule, user_id: thing.startsWith('a limit for') ? id : null } }
    case 'updateUsageLimitRule':
      return {
        rule: { amount: 2_000, warn_percent: 50, blocks: false },
        revision: await revisionOf(db.usageLimitRule.findUnique({ where: { id } })),
      }
    default:
      return endpoints[route].method === 'POST' ? {} : undefined
  }
}

/** What an address has to ask for beyond whom or what it is about. */
const queries: Partial<Record<EndpointName, string>> = { exportChat: '?format=md' }

/** The address of a call, with the ids of its target where the contract has parameters. */
export function urlOf(route: EndpointName, { id, userId = id, messageId = id, fileId = id }: Target): string {
  return (
    endpoints[route].url
      .replace(':product', 'made-up')
      .replace(':userId', userId)
      .replace(':messageId', messageId)
      .replace(':fileId', fileId)
      .replace(/:\w+/, id) + (queries[route] ?? '')
  )
}

let calls = 0

/** An address of its own for each call: how often one address may try a password is not what these tests are about. */
const newAddress = () => {
  calls += 1
  return `10.${calls >> 16}.${(calls >> 8) & 0xff}.${calls & 0xff}`
}

type CallOptions = { readonly headers?: Record<string, string>; readonly payload?: object | undefined }

export const inject = ({ api }: MatrixWorld, route: EndpointName, target: Target, { headers = {}, payload }: CallOptions) =>
  api.app.inject({
    method: endpoints[route].method,
    url: urlOf(route, target),
    remoteAddress: newAddress(),
    headers,
    ...(payload && { payload }),
  })

/** Makes a valid call about a thing. */
export async function callAbout(
  world: MatrixWorld,
  { route, thing }: { readonly route: EndpointName; readonly thing: string },
  target: Target,
  headers: Record<string, string> = {},
) {
  if (route === 'uploadChatFiles') {
    const form = createForm([{ name: 'hemp.txt', content: 'Hemp is strong.' }])
    return inject(world, route, target, { ...form, headers: { ...headers, ...form.headers } })
  }
  return inject(world, route, target, { headers, payload: await bodyOf(route, { db: world.db, thing, target }) })
}
