// The library of prompts: what is read, written, suggested and accepted. Changes of a group's and of the tenant's are in the audit log.
import type { PromptInput, PromptItem, PromptScope, createPrompt, queryPrompts, updatePrompt } from '@heddle/contracts/prompt/prompt'
import { findPromptProblems } from '@heddle/contracts/prompt/prompt-template'
import { limits } from '@heddle/contracts/limits'
import type { PageQuery } from '@heddle/contracts/wire'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { canAcceptPrompt, canManagePrompts, canWritePrompt, findPromptScope } from '../../platform/permissions/prompt.permissions.ts'
import type { AssistantService } from '../assistant/assistant.service.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { GroupService } from '../group/group.service.ts'
import { presentPrompt } from './prompt.presenter.ts'
import type { NewPrompt, PromptChange, PromptOwner, PromptRepository, VersionedFields } from './prompt.repository.ts'
import type { PromptKey, PromptRow } from './prompt.sql.ts'

type PromptDependencies = {
  readonly db: PrismaClient
  readonly now: () => Date
  readonly prompts: PromptRepository
  readonly groups: Pick<GroupService, 'getGroup'>
  readonly assistants: AssistantService
  readonly audit: AuditService
  readonly paging: Paging
}

/** Where a call puts its prompts, and how it names the group. */
export type PromptDestination = { readonly scope: PromptScope; readonly group_id?: string | undefined; readonly path: string }

/** Prompts with the experts of theirs that the actor may use. */
type Readable<Shown> = { readonly shown: Shown; readonly usable: ReadonlySet<string> }

const Filters = z.object({
  keyword: z.string().optional(),
  scope: z.enum(['mine', 'group', 'tenant']).optional(),
  groupId: z.string().optional(),
  tag: z.string().optional(),
  state: z.enum(['offered', 'suggested']).optional(),
  order: z.enum(['name', 'used']),
})
const Key = z.object({ used: z.string().nullable(), name: z.string(), id: z.string() })
const toKey = ({ usedAt, nameKey, id }: PromptRow): PromptKey => ({ used: usedAt?.toISOString() ?? null, name: nameKey, id })

const noText = { default: '' }

const toNewPrompt = ({ name, description = noText, text, tags = [], variables = [], assistant_id }: PromptInput): NewPrompt => ({
  name,
  description,
  text,
  tags: [...new Set(tags)],
  variables,
  ...(assistant_id !== undefined && { assistantId: assistant_id }),
})

type PromptUpdate = z.output<typeof updatePrompt.schema.body>['prompt']

/** Of the fields on the wire those that are given, as columns. */
function toChange({ name, description, text, tags, variables, assistant_id: assistantId, state }: PromptUpdate): PromptChange {
  const columns = { name, description, text, tags: tags && [...new Set(tags)], variables, assistantId, state }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

const auditedFields = (prompt: PromptRow) => ({
  name: prompt.name as Prisma.InputJsonValue,
  description: prompt.description as Prisma.InputJsonValue,
  text: prompt.text as Prisma.InputJsonValue,
  tags: [...prompt.tags],
  variables: prompt.variables as Prisma.InputJsonValue,
  group: prompt.group && { id: prompt.group.id, name: prompt.group.name as Prisma.InputJsonValue },
  assistant_id: prompt.assistantId,
  is_suggested: prompt.state === 'suggested',
})

const toTarget = ({ id, name }: PromptRow) => ({ type: 'prompt', id, name: name as Prisma.InputJsonValue }) as const

const pickVersioned = ({ name, text, variables }: Record<keyof VersionedFields, unknown>) =>
  ({ name, text, variables }) as VersionedFields & Pick<PromptItem, 'text' | 'variables'>

function assertValid(prompt: Pick<PromptItem, 'text' | 'variables'>) {
  const problems = findPromptProblems(prompt)
  if (problems.length > 0) throw new AppError('PROMPT_INVALID', { params: { problems } })
}

export type PromptService = ReturnType<typeof createPromptService>

export function createPromptService({ db, now, prompts, groups, assistants, audit, paging }: PromptDependencies) {
  const list = paging.defineList({ name: 'prompts', filters: Filters, key: Key, defaultSize: limits.chatPageSize })
  const versionList = paging.defineList({
    name: 'versions of a prompt',
    filters: z.object({ prompt_id: z.string() }),
    owner: 'prompt_id',
    key: z.object({ number: z.int() }),
    defaultSize: limits.promptVersions,
  })

  async function findUsableOf(actor: Actor, rows: readonly PromptRow[]): Promise<ReadonlySet<string>> {
    const ids = new Set(rows.flatMap(({ assistantId }) => assistantId ?? []))
    return ids.size === 0 ? ids : assistants.findUsableIds(actor, [...ids])
  }

  async function get(actor: Actor, id: string, on?: Queryable): Promise<PromptRow> {
    const prompt = await prompts.findReadable(actor, id, on)
    if (!prompt) throw new AppError('PROMPT_NOT_FOUND')
    return prompt
  }

  async function view(actor: Actor, prompt: PromptRow): Promise<Readable<PromptRow>> {
    return { shown: prompt, usable: await findUsableOf(actor, [prompt]) }
  }

  async function assertUsable(actor: Actor, assistantId: string | null | undefined) {
    if (!assistantId) return
    if (!(await assistants.findUsableIds(actor, [assistantId])).has(assistantId)) throw new AppError('ASSISTANT_NOT_FOUND')
  }

  /** Tells of what concerns others than the actor. */
  async function record(tx: Queryable, actor: Actor, entry: Parameters<AuditService['record']>[2], prompt: PromptOwner) {
    if (findPromptScope(prompt) !== 'mine') await audit.record(tx, actor, entry)
  }

  /** Throws `AUTH_GROUP_NOT_FOUND` for a group that the actor may not see. */
  async function findOwner(actor: Actor, { scope, group_id: groupId, path }: PromptDestination): Promise<PromptOwner> {
    const { id, tenantId } = actor
    if ((scope === 'group') !== (groupId !== undefined)) {
      const message = scope === 'group' ? 'Is missing' : 'Is for the scope "group" only'
      throw new AppError('BAD_REQUEST', { params: { fields: [{ path, message }] } })
    }
    if (groupId !== undefined) await groups.getGroup(actor, groupId)
    return { tenantId, ownerId: scope === 'mine' ? id : null, groupId: groupId ?? null }
  }

  /** Adds prompts to their owner's, all or none. Throws `PROMPT_TOO_MANY`, and what is said of a group, or a user, that was deleted meanwhile. */
  async function insert(tx: Queryable, actor: Actor, owner: PromptOwner, added: readonly NewPrompt[]): Promise<string[]> {
    if (!(await prompts.lockOwner(tx, owner))) throw new AppError(owner.groupId === null ? 'AUTH_SESSION_ENDED' : 'AUTH_GROUP_NOT_FOUND')
    if ((await prompts.countOf(tx, owner)) + added.length > limits.promptsPerOwner)
      throw new AppError('PROMPT_TOO_MANY', { params: { limit: limits.promptsPerOwner } })
    const state = canManagePrompts(actor, owner) ? 'offered' : 'suggested'
    return prompts.create(tx, { ...owner, state, createdById: actor.id }, added)
  }

  return {
    findOwner,

    getPrompt: async (actor: Actor, id: string) => view(actor, await get(actor, id)),

    async queryPrompts(actor: Actor, body: z.output<typeof queryPrompts.schema.body>) {
      const { page_size, page_token, group_id: groupId, order = 'name', ...given } = body
      const page = list.read({ page_size, page_token }, { ...given, groupId, order })
      const found = await prompts.findPage(actor, page.filters, { after: page.after, take: page.size + 1 })
      const { rows, nextPageToken } = list.cut(page, found, toKey)
      return { shown: rows, usable: await findUsableOf(actor, rows), nextPageToken }
    },

    async createPrompt(actor: Actor, { scope, group_id, ...given }: z.output<typeof createPrompt.schema.body>['prompt']) {
      const owner = await findOwner(actor, { scope, group_id, path: 'body/prompt/group_id' })
      if (scope === 'tenant' && !canManagePrompts(actor, owner)) throw new AppError('FORBIDDEN')
      await assertUsable(actor, given.assistant_id)
      assertValid({ text: given.text, variables: given.variables ?? [] })
      const prompt = await db.$transaction(async (tx) => {
        const [id = ''] = await insert(tx, actor, owner, [toNewPrompt(given)])
        const created = await get(actor, id, tx)
        await record(tx, actor, { action: 'createPrompt', target: toTarget(created), after: auditedFields(created) }, owner)
        return created
      })
      return view(actor, prompt)
    },

    async updatePrompt(actor: Actor, id: string, { revision, prompt: given }: z.output<typeof updatePrompt.schema.body>) {
      const { state, assistant_id: assistantId, ...fields } = given
      await assertUsable(actor, assistantId)
      const { isCurrent, prompt } = await db.$transaction(async (tx) => {
        const before = await get(actor, id, tx)
        if (!canWritePrompt(actor, before)) throw new AppError('FORBIDDEN')
        if (state !== undefined && state !== before.state && !canAcceptPrompt(actor, before)) throw new AppError('FORBIDDEN')
        if (before.revision !== revision) return { isCurrent: false, prompt: before }
        const versioned = pickVersioned({ ...before, ...fields })
        assertValid(versioned)
        const isNewVersion = !isDeepStrictEqual(versioned, pickVersioned(before))
        const version = before.version + (isNewVersion ? 1 : 0)
        const isUpdated = await prompts.update(tx, id, revision, { ...toChange(given), version })
        const after = await get(actor, id, tx)
        if (!isUpdated) return { isCurrent: false, prompt: after }
        if (isNewVersion) await prompts.addVersion(tx, id, version, { ...versioned, createdById: actor.id })
        const entry = { target: toTarget(after), before: auditedFields(before), after: auditedFields(after) }
        await record(tx, actor, { action: 'updatePrompt', ...entry }, after)
        return { isCurrent: true, prompt: after }
      })
      const { usable } = await view(actor, prompt)
      if (!isCurrent) throw new AppError('REVISION_MISMATCH', { params: { current: presentPrompt(actor, prompt, usable) } })
      return { shown: prompt, usable }
    },

    async deletePrompt(actor: Actor, id: string) {
      await db.$transaction(async (tx) => {
        const prompt = await get(actor, id, tx)
        if (!canWritePrompt(actor, prompt)) throw new AppError('FORBIDDEN')
        await prompts.delete(tx, id)
        await record(tx, actor, { action: 'deletePrompt', target: toTarget(prompt), before: auditedFields(prompt) }, prompt)
      })
    },

    async queryPromptVersions(actor: Actor, id: string, request: z.output<typeof PageQuery>) {
      await get(actor, id)
      const page = versionList.read(request, { prompt_id: id })
      const found = await prompts.findVersions(id, { after: page.after?.number, take: page.size + 1 })
      return versionList.cut(page, found, ({ number }) => ({ number }))
    },

    async notePromptUse(actor: Actor, id: string) {
      await get(actor, id)
      await prompts.noteUse(actor.id, id, now())
    },

    /** Adds the prompts of a file to a scope that the actor manages. Returns their number. */
    async addPrompts(actor: Actor, owner: PromptOwner, added: readonly PromptInput[]): Promise<number> {
      await db.$transaction(async (tx) => {
        await insert(tx, actor, owner, added.map(toNewPrompt))
        const after = { prompts: added.length, group_id: owner.groupId }
        await record(tx, actor, { action: 'importPrompts', after }, owner)
      })
      return added.length
    },
  }
}
