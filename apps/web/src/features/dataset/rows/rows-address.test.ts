import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { describe, expect, test } from 'vitest'
import { readQuery, readVersion, writeQuery } from './rows-address.ts'

const name = { default: 'Column' }
const columns: DatasetColumn[] = [
  { id: 'c1', name, type: 'text' },
  { id: 'c2', name, type: 'number' },
  { id: 'c3', name, type: 'boolean' },
  { id: 'c4', name, type: 'date' },
]
const read = (address: string) => readQuery(new URLSearchParams(address), columns)

describe('the rows in the address', () => {
  test.each([
    ['', { sort: null, filters: [] }],
    ['sort=-c2', { sort: { column: 'c2', direction: 'desc' }, filters: [] }],
    ['filter=c2:ge:800.5', { sort: null, filters: [{ column: 'c2', op: 'ge', value: 800.5 }] }],
    ['filter=c1:contains:10:30 %26 more', { sort: null, filters: [{ column: 'c1', op: 'contains', value: '10:30 & more' }] }],
    ['filter=c2:contains:<', { sort: null, filters: [{ column: 'c2', op: 'contains', value: '<' }] }],
    ['filter=c3:eq:false', { sort: null, filters: [{ column: 'c3', op: 'eq', value: false }] }],
    ['filter=c4:is_null&filter=c1:is_null', { sort: null, filters: ['c4', 'c1'].map((column) => ({ column, op: 'is_null' })) }],
  ])('of %s are asked, and written again as the same', (address, query) => {
    expect(read(address)).toEqual(query)
    expect(readQuery(writeQuery(new URLSearchParams('tab=x'), read(address)), columns)).toEqual(query)
  })

  test.each([
    'sort=c9',
    'filter=c9:is_null',
    'filter=c2:eq:many',
    'filter=c3:eq:maybe',
    'filter=c1:like:x',
    'filter=c1:contains:',
    'filter=x',
  ])('that the columns do not have are left out: %s', (address) => {
    expect(read(address)).toEqual({ sort: null, filters: [] })
  })

  test('leave what else the address has', () => {
    const search = new URLSearchParams('version=3&row=7&sort=c1&filter=c1:is_null')
    expect(writeQuery(search, { sort: null, filters: [] }).toString()).toBe('version=3')
    expect([search, new URLSearchParams('version=-1'), new URLSearchParams('version=x')].map(readVersion)).toEqual([3, null, null])
  })
})
