// The rows of a dataset are edited as in a spreadsheet: by the keyboard alone, input methods, paste, two editors at once, on a phone.
import type { Language } from '@heddle/contracts/languages'
import type { PrismaClient } from '@heddle/db/client'
import { createDataset, createDatasetRow } from '@heddle/db/factories/dataset'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findButton, findDialog, press } from '../../support/controls/forms.ts'
import { tabUntil } from '../../support/controls/hands.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from '../../support/fixtures.ts'
import { rounds } from '../../../scripts/testing/rounds.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

const columns = [
  { id: 'c1', name: { default: 'Sample' }, type: 'text' },
  { id: 'c2', name: { default: 'Strength' }, type: 'number', unit: 'N' },
  { id: 'c3', name: { default: 'Passed' }, type: 'boolean' },
]

type Cells = Record<string, string | number | boolean | object>

async function createFabrics(db: PrismaClient, tenantId: string, rows: readonly Cells[]) {
  const count = rows.length
  const { id } = await createDataset(db, {
    tenantId,
    name: { default: 'Fabrics' },
    columns,
    nextColumn: 4,
    rowCount: count,
    lastRowNo: count,
  })
  for (const [at, data] of rows.entries()) await createDatasetRow(db, { datasetId: id, rowNo: at + 1, data })
  return id
}

const findCell = (page: Page, row: number, column: number) =>
  page.locator(`[role=grid] [aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`)

/** Selects a cell, whose field then has the focus. */
async function select(page: Page, row: number, column: number) {
  const field = findCell(page, row, column).getByRole('textbox')
  await findCell(page, row, column).click()
  await expect(field).toBeFocused()
  return field
}

const readRows = async (db: PrismaClient, datasetId: string) =>
  (await db.datasetRow.findMany({ where: { datasetId, versionTo: null }, orderBy: [{ rowNo: 'asc' }, { id: 'asc' }] })).map(
    ({ data }) => data,
  )

/** What an input method shows while a word is typed, and the word that is taken. */
const compositions: Record<Language, readonly [readonly string[], string]> = {
  zhHant: [['ㄇ', 'ㄇㄧ', 'ㄇㄧㄢ', '棉'], '棉'],
  ja: [['ｍ', 'め', 'めｎ', 'めん', '綿'], '綿'],
  th: [['ผ', 'ผ้', 'ผ้า'], 'ผ้า'],
  vi: [['S', 'So', 'Sơ', 'Sợ', 'Sợi'], 'Sợi'],
  en: [['c', 'co', 'cot'], 'cot'],
}

test('rows are edited by the keyboard alone, by input methods and by a paste, and what cannot be saved stays', async ({
  visit,
  people,
  db,
  problems,
}) => {
  const { tenantId, join } = await people.createInstitute()
  const id = await createFabrics(db, tenantId, [{ c1: 'A' }, { c1: 'B' }, { c1: 'c' }, { c1: 'd' }, { c1: 'e' }, { c1: 'f' }, { c1: 'g' }])
  const page = await visit({ as: await join('A'), language: 'en' })
  await page.goto(`/knowledge/dataset/${id}`)
  await expect(findCell(page, 2, 1)).toHaveText('B')
  const { keyboard } = page

  await test.step('by the keyboard alone', async () => {
    const field = findCell(page, 1, 1).getByRole('textbox')
    await tabUntil(field)
    await keyboard.type('Twill')
    await keyboard.press('Tab')
    await keyboard.type('4-5')
    await keyboard.press('Enter')
    await expect(findCell(page, 1, 2)).toHaveText('4-5')
    await keyboard.press('ArrowUp')
    await expect(findCell(page, 1, 2).getByRole('textbox')).toHaveAccessibleDescription(t('dataset.grid.problem.not_a_number'))
    await keyboard.type('12 kgf')
    await keyboard.press('Enter')
    await keyboard.press('ArrowRight')
    await keyboard.press('Alt+ArrowDown')
    await keyboard.press('Enter')
    await keyboard.press('Shift+ArrowUp')
    await keyboard.press('ControlOrMeta+Home')
    await expect
      .poll(async () => (await readRows(db, id)).slice(0, 2))
      .toEqual([
        { c1: 'Twill', c2: { number: 117.6798, text: '12 kgf' } },
        { c1: 'B', c3: true },
      ])
    await keyboard.press('ControlOrMeta+z')
    await expect.poll(async () => (await readRows(db, id))[1]).toEqual({ c1: 'B' })
    await expectAccessible(page, 'all')
  })

  await test.step('the first key of an input method is kept, in each language', async () => {
    const devtools = await page.context().newCDPSession(page)
    for (const [at, [steps, word]] of Object.values(compositions).entries()) {
      const row = at + 3
      const field = await select(page, row, 1)
      for (const text of steps) {
        await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
      }
      await devtools.send('Input.insertText', { text: word })
      await expect(field).toHaveValue(word)
      await keyboard.press('Enter')
      await expect.poll(async () => (await readRows(db, id))[row - 1]).toEqual({ c1: word })
    }
  })

  await test.step('what cannot be saved stays, is asked about, and is saved again', async () => {
    problems.expect(/ERR_INTERNET_DISCONNECTED/)
    const before = await readRows(db, id)
    await select(page, 1, 1)
    await page.context().setOffline(true)
    await page.evaluate(`navigator.clipboard.writeText('X\\t1\\nY\\t2')`)
    await keyboard.press('ControlOrMeta+v')
    await expect(page.getByText(t('dataset.grid.problems', { count: 4, shown: '4' }))).toBeVisible()
    expect(await readRows(db, id)).toEqual(before)
    await page.context().setOffline(false)
    const leave = page.getByRole('link', { name: t('dataset.title') }).first()
    await leave.click()
    await press(findDialog(page, t('form.unsaved.title')), t('common.cancel'))
    await press(page, t('dataset.grid.retry'))
    await expect
      .poll(async () => (await readRows(db, id)).slice(0, 2))
      .toEqual([
        { c1: 'X', c2: 1 },
        { c1: 'Y', c2: 2 },
      ])
    await expect(findButton(page, t('dataset.grid.retry'))).toBeHidden()
    await leave.click()
    await expect(page).toHaveURL(/\/knowledge\/dataset$/)
  })
})

/** Pastes without the clipboard, of which a browser has one for all of its pages. */
const pasteAlone = (page: Page, text: string) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)

/** Edits of each of two editors. */
const editCount = rounds(8, 250)

/** Types, pastes and takes back at random in two columns of which no other editor has any cell; returns what they are to be. */
async function editAtRandom(page: Page, [first, second]: readonly [number, number], rowCount: number, seed: number) {
  let random = seed
  const next = (max: number) => (random = (random * 48_271) % 2_147_483_647) % max
  const values = new Map<string, string>()
  const steps: (readonly (readonly [string, string | undefined])[])[] = []
  const step = (changes: Readonly<Record<string, string>>) => {
    steps.push(Object.keys(changes).map((cell) => [cell, values.get(cell)]))
    for (const [cell, value] of Object.entries(changes)) values.set(cell, value)
  }
  for (let i = 0; i < editCount; i += 1) {
    const row = 1 + next(rowCount - 1)
    const column = next(2) === 0 ? first : second
    const kind = next(10)
    if (kind < 2) {
      await select(page, row, column)
      await page.keyboard.press('ControlOrMeta+z')
      for (const [cell, value] of steps.pop() ?? []) {
        if (value === undefined) values.delete(cell)
        else values.set(cell, value)
      }
    } else if (kind < 4) {
      await select(page, row, first)
      const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => `${letter}${i}`)
      await pasteAlone(page, `${a}\t${b}\n${c}\t${d}`)
      step({ [`${row}:${first}`]: a!, [`${row}:${second}`]: b!, [`${row + 1}:${first}`]: c!, [`${row + 1}:${second}`]: d! })
    } else {
      await select(page, row, column)
      await page.keyboard.type(`v${i}`)
      await page.keyboard.press('Enter')
      step({ [`${row}:${column}`]: `v${i}` })
    }
  }
  return values
}

test('two editors at two processes keep different cells, choose between two values of one, and lose no edit, paste or undo', async ({
  visit,
  people,
  db,
  ownApi,
  problems,
}) => {
  test.setTimeout(90_000 + editCount * 2_000)
  problems.expect(/409/)
  const { tenantId, join } = await people.createInstitute()
  const rowCount = 12
  const id = await createFabrics(
    db,
    tenantId,
    Array.from({ length: rowCount }, (_, at): Cells => (at === 0 ? { c1: 'A', c2: 1 } : {})),
  )
  const texts = ['First', 'Second', 'Third', 'Fourth'].map((name, at) => ({ id: `c${at + 3}`, name: { default: name }, type: 'text' }))
  await db.dataset.update({ where: { id }, data: { columns: [...columns.slice(0, 2), ...texts], nextColumn: 7 } })
  const readFirst = async () => (await readRows(db, id))[0]
  const [here, there] = await Promise.all([
    visit({ as: await join('A'), language: 'en' }),
    visit({ as: await join('A'), language: 'en', origin: (await ownApi()).origin }),
  ])
  for (const page of [here, there]) {
    await page.goto(`/knowledge/dataset/${id}`)
    await expect(findCell(page, 1, 2)).toHaveText('1')
  }
  await select(here, 1, 1)
  await here.keyboard.type('A here')
  await here.keyboard.press('Enter')
  await expect.poll(readFirst).toEqual({ c1: 'A here', c2: 1 })
  await select(there, 1, 2)
  await there.keyboard.type('23.5 ± 0.4')
  await there.keyboard.press('Enter')
  const spread = { number: 23.5, text: '23.5 ± 0.4', mark: '±', spread: 0.4 }
  await expect.poll(readFirst).toEqual({ c1: 'A here', c2: spread })
  // What the other has written comes with the own edit.
  await expect(findCell(there, 1, 1)).toHaveText('A here')

  await select(here, 1, 2)
  await here.keyboard.type('<0.5')
  await here.keyboard.press('Enter')
  const dialog = findDialog(here, t('dataset.conflict.title'))
  const asked = t('dataset.conflict.cellName', { column: 'Strength', row: 1 })
  const choice = (whose: 'mine' | 'theirs', value: string) =>
    dialog.getByRole('radio', { name: t('dataset.conflict.choice', { cell: asked, whose: t(`dataset.conflict.${whose}`), value }) })
  await expect(choice('theirs', '23.5 ± 0.4')).toBeChecked()
  await expectAccessible(here)
  await choice('mine', '<0.5').check()
  await press(dialog, t('dataset.conflict.save'))
  const kept = { c1: 'A here', c2: { number: 0.5, text: '<0.5', mark: '<' } }
  await expect.poll(readFirst).toEqual(kept)

  const [values, others] = await Promise.all([editAtRandom(here, [3, 4], rowCount, 1), editAtRandom(there, [5, 6], rowCount, 13)])
  const expected = Array.from({ length: rowCount }, (_, at) => ({
    ...(at === 0 ? kept : {}),
    ...Object.fromEntries(
      [...values, ...others].flatMap(([cell, value]) => {
        const [row, column] = cell.split(':')
        return Number(row) === at + 1 ? [[`c${column}`, value]] : []
      }),
    ),
  }))
  await expect.poll(async () => readRows(db, id)).toEqual(expected)
})

test('rows are searched, filtered, sorted and exported, and a row is a form on a phone', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const id = await createFabrics(db, tenantId, [
    { c1: 'Denim 1', c2: 900, c3: true },
    { c1: 'Denim 2', c2: 700, c3: true },
    { c1: 'Poplin', c2: 850 },
    { c1: '=Denim 3', c2: 950, c3: false },
  ])
  const page = await visit({ as: await join('A'), language: 'en' })
  await page.goto(`/knowledge/dataset/${id}?row=3`)
  await expect(findCell(page, 3, 1).getByRole('textbox')).toBeFocused()
  const numbers = page.getByRole('rowheader')
  await page.getByRole('searchbox', { name: t('dataset.rows.searchIn', { column: 'Sample' }) }).fill('denim')
  await expect(numbers).toHaveText(['1', '2', '4'])
  await page.getByRole('combobox', { name: t('dataset.rows.filterColumn') }).selectOption('Strength')
  await page.getByRole('combobox', { name: t('dataset.rows.filterOperator') }).selectOption('≥')
  await page.getByRole('textbox', { name: t('dataset.rows.filterValue') }).fill('800')
  await press(page, t('dataset.rows.addFilter'))
  await expect(numbers).toHaveText(['1', '4'])
  await page.getByRole('columnheader', { name: 'Strength (N)' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Strength (N)' }).getByRole('button').click()
  await expect(numbers).toHaveText(['4', '1'])
  await expectAccessible(page)
  await expect(page).toHaveURL(/sort=/)
  await press(page, t('dataset.rows.removeFilter', { filter: t('dataset.rows.filter.ge', { column: 'Strength', value: 800 }) }))
  await expect(numbers).toHaveText(['4', '1', '2'])

  const download = page.waitForEvent('download')
  await press(page, t('dataset.rows.export'))
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain("Sample,Strength (N),Passed\r\nDenim 1,900,true\r\nDenim 2,700,true\r\nPoplin,850,\r\n'=Denim 3,950,false")

  await page.setViewportSize(phone)
  await page.getByRole('list', { name: 'Fabrics' }).getByRole('button', { name: 'Denim 2' }).click()
  const form = findDialog(page, t('dataset.grid.rowTitle', { row: 2 }))
  await form.getByRole('textbox', { name: 'Strength (N)' }).fill('<5')
  await form.getByRole('combobox', { name: 'Passed' }).selectOption(t('dataset.grid.no'))
  await expectAccessible(page)
  await press(form, t('dataset.grid.save'))
  const saved = { c1: 'Denim 2', c2: { number: 5, text: '<5', mark: '<' }, c3: false }
  await expect.poll(async () => (await readRows(db, id))[1]).toEqual(saved)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'layout')
})
