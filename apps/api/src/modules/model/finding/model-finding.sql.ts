// Keeps what calls have shown of a model. Prisma cannot say it: a setting is filled by what the row knows of it, in one statement.
import type { FindingSource, ModelFindings } from '@heddle/contracts/model/model-finding'
import type { OptionalParameter } from '@heddle/contracts/model/model-endpoint'
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'

export type FindingName = keyof ModelFindings

/** When something was found, and from what. */
type Found = { readonly at: Date; readonly source: FindingSource }

/** The type of each column, from the text of a JSON value. */
const columnTypes: Readonly<Record<FindingName, string>> = {
  context_tokens: 'int',
  max_output_tokens: 'int',
  reasoning_format: 'reasoning_format',
  refused_parameters: 'optional_parameter[]',
}

const toParameters = (json: Prisma.Sql) => Prisma.sql`ARRAY(SELECT jsonb_array_elements_text(${json}))::optional_parameter[]`

function toColumn(setting: FindingName, json: Prisma.Sql): Prisma.Sql {
  if (setting === 'refused_parameters') return toParameters(json)
  return Prisma.sql`(${json} #>> '{}')::${Prisma.raw(columnTypes[setting])}`
}

/** Fills `setting`, unless an administrator has set it. */
async function fill(on: Queryable, id: string, setting: FindingName, value: Prisma.Sql, condition: Prisma.Sql, { at, source }: Found) {
  const column = Prisma.raw(setting)
  const columnSource = Prisma.raw(`${setting}_source`)
  const count = await on.$executeRaw`
    UPDATE model SET
      ${column} = CASE WHEN ${columnSource} = 'set' THEN ${column} ELSE ${toColumn(setting, value)} END,
      ${columnSource} = COALESCE(${columnSource}, 'probed'),
      findings = findings || jsonb_build_object(${setting}::text,
        jsonb_build_object('value', ${value}, 'found_at', ${at.toISOString()}::text, 'source', ${source}::text))
    WHERE id = ${id}::uuid AND ${condition}`
  return count > 0
}

/** Keeps what a setting was found to be; false when a reply has shown what is known already. The revision stays. */
export function saveFinding<Setting extends FindingName>(
  on: Queryable,
  id: string,
  setting: Setting,
  value: NonNullable<ModelFindings[Setting]>['value'],
  found: Found,
): Promise<boolean> {
  const json = Prisma.sql`${JSON.stringify(value)}::jsonb`
  const condition =
    found.source === 'test' ? Prisma.sql`true` : Prisma.sql`findings #> ARRAY[${setting}::text, 'value'] IS DISTINCT FROM ${json}`
  return fill(on, id, setting, json, condition, found)
}

/** Adds a parameter to those that are refused; false when it is known. */
export function saveRefusedParameter(on: Queryable, id: string, parameter: OptionalParameter, found: Found): Promise<boolean> {
  // What an administrator has set says nothing of what the server refuses.
  const known = Prisma.sql`(CASE WHEN refused_parameters_source = 'set'
    THEN COALESCE(findings #> '{refused_parameters,value}', '[]') ELSE to_jsonb(refused_parameters) END)`
  const isNew = Prisma.sql`NOT ${known} @> to_jsonb(${parameter}::text)`
  return fill(on, id, 'refused_parameters', Prisma.sql`(${known} || to_jsonb(${parameter}::text))`, isNew, found)
}

/** Forgets what was found of settings that an administrator has given another value since. */
export async function dropFindings(on: Queryable, id: string, settings: readonly FindingName[]): Promise<void> {
  if (settings.length > 0) await on.$executeRaw`UPDATE model SET findings = findings - ${[...settings]}::text[] WHERE id = ${id}::uuid`
}
