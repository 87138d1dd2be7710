// Prompts in a JSON file: an export of this product, or a list of LibreChat or of Open WebUI, told apart by what its entries have.
import { limits } from '@heddle/contracts/limits'
import { z } from 'zod'
import { readForeignVariables } from './foreign-variables.ts'

const ownFile = z.object({ format: z.literal('heddle-prompts'), version: z.literal(1), prompts: z.array(z.unknown()) })

/** Open WebUI: `title` until its version 0.7, `name` since. */
const openWebUi = z.object({
  command: z.string(),
  content: z.string(),
  name: z.string().nullish(),
  title: z.string().nullish(),
  tags: z.array(z.string()).nullish().catch(null),
})

/** LibreChat: a group of prompts, of which one is in use. */
const libreChat = z.object({
  name: z.string(),
  oneliner: z.string().nullish(),
  category: z.string().nullish(),
  productionPrompt: z.object({ prompt: z.string() }),
})

/** Where the answers of their APIs have the list. */
const lists = ['promptGroups', 'prompts', 'data', 'items'] as const

function findList(content: unknown): readonly unknown[] | null {
  if (Array.isArray(content)) return content
  const named = z.record(z.string(), z.unknown()).safeParse(content)
  const found = named.success && lists.map((name) => named.data[name]).find((list) => Array.isArray(list))
  return found ? (found as unknown[]) : null
}

const toTags = (tags: readonly (string | null | undefined)[]) => tags.filter((tag) => tag).slice(0, limits.promptTags)

/** Returns an entry of their lists as a prompt of ours; null when it is neither's. */
function convert(entry: unknown): unknown {
  const page = openWebUi.safeParse(entry)
  if (page.success) {
    const { command, content, name, title, tags } = page.data
    return { ...readForeignVariables(content), name: name || title || command, tags: toTags(tags ?? []) }
  }
  const group = libreChat.safeParse(entry)
  if (!group.success) return null
  const { name, oneliner, category, productionPrompt } = group.data
  return { ...readForeignVariables(productionPrompt.prompt), name, description: oneliner ?? '', tags: toTags([category]) }
}

const toOwnText = (prompt: unknown) => {
  const { text, ...rest } = prompt as { text: string }
  return { ...rest, text: { default: text } }
}

/** Returns the prompts of a file, which are no schema's yet; null when it is of no such kind. */
export function readJsonPrompts(content: unknown): unknown[] | null {
  const own = ownFile.safeParse(content)
  if (own.success) return own.data.prompts
  const converted = findList(content)?.map(convert) ?? []
  return converted.length === 0 || converted.includes(null) ? null : converted.map(toOwnText)
}
