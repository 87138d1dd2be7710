import { type Prompt, PromptText, PromptVariable, type PromptItem, type PromptVersion } from '@heddle/contracts/prompt/prompt'
import { z } from 'zod'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { canAcceptPrompt, canWritePrompt, findPromptScope } from '../../platform/permissions/prompt.permissions.ts'
import type { ExportedPromptRow, PromptVersionRow } from './prompt.repository.ts'
import type { PromptRow } from './prompt.sql.ts'

const PromptVariables = z.array(PromptVariable)

type Named = { readonly id: string; readonly name: unknown }

const presentNamed = (named: Named | null) => named && { id: named.id, name: presentText(named.name) }

const presentVersioned = ({ name, text, variables }: { readonly name: unknown; readonly text: unknown; readonly variables: unknown }) => ({
  name: presentText(name),
  text: PromptText.parse(text),
  variables: PromptVariables.parse(variables),
})

/** `usable`: the experts that the actor may use. */
export const presentPromptItem = (actor: Actor, prompt: PromptRow, usable: ReadonlySet<string>): PromptItem => ({
  id: prompt.id,
  scope: findPromptScope(prompt),
  group: presentNamed(prompt.group),
  state: prompt.state,
  ...presentVersioned(prompt),
  description: presentText(prompt.description),
  tags: [...prompt.tags],
  assistant_id: prompt.assistantId !== null && usable.has(prompt.assistantId) ? prompt.assistantId : null,
  used_at: prompt.usedAt && presentTime(prompt.usedAt),
  updated_at: presentTime(prompt.updatedAt),
  abilities: { write: canWritePrompt(actor, prompt), accept: canAcceptPrompt(actor, prompt) },
})

export const presentPrompt = (actor: Actor, prompt: PromptRow, usable: ReadonlySet<string>): Prompt => ({
  ...presentPromptItem(actor, prompt, usable),
  version: prompt.version,
  created_by: presentNamed(prompt.createdBy),
  revision: prompt.revision,
  created_at: presentTime(prompt.createdAt),
})

export const presentPromptVersion = (version: PromptVersionRow): PromptVersion => ({
  number: version.number,
  ...presentVersioned(version),
  created_by: presentNamed(version.createdBy),
  created_at: presentTime(version.createdAt),
})

export const presentExportedPrompt = (prompt: ExportedPromptRow) => ({
  ...presentVersioned(prompt),
  description: presentText(prompt.description),
  tags: [...prompt.tags],
})
