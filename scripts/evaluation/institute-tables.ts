// Three tables of an institute with sixty questions and what pandas answers: those of the tests of the query.
import { ColumnInput, MeasureInput } from '@heddle/contracts/dataset/dataset'
import { CitedCell } from '@heddle/contracts/message/cited-rows'
import { Language } from '@heddle/contracts/languages'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { root } from '../processes/program.ts'

const InstituteTable = z.object({
  name: z.string(),
  columns: z.array(ColumnInput.extend({ id: z.string() })),
  measures: z.array(MeasureInput.omit({ id: true }).strip()),
  /** By the id of a column: the index of the table whose key its cells name. */
  links: z.record(z.string(), z.int()),
  rows: z.array(z.array(CitedCell)),
})
export type InstituteTable = z.output<typeof InstituteTable>

const InstituteQuestion = z.object({
  /** The index of its table. */
  table: z.int(),
  language: Language,
  question: z.string(),
  plan: z.object({ order_by: z.unknown().optional() }),
  rows: z.array(z.array(CitedCell)),
  total: z.int(),
})
export type InstituteQuestion = z.output<typeof InstituteQuestion>

const Institute = z.object({ tables: z.array(InstituteTable), plans: z.array(InstituteQuestion) })

/** Reads the tables, and the questions in the order of their tables. */
export async function readInstitute() {
  const file = await readFile(join(root, 'apps/api/test/dataset/oracle/institute.json.gz'))
  const { tables, plans } = Institute.parse(JSON.parse(gunzipSync(file).toString()))
  return { tables, questions: plans }
}
