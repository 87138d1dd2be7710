// A date of a report is one day, or an error that says why it is none.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guessDates } from './guess-dates.ts'
import { type DateOptions, readDate } from './read-date.ts'

const show = (text: string, options: DateOptions = {}) => {
  const read = readDate(text, options)
  return 'date' in read ? read.date : read.problem
}

describe('a date', () => {
  test.each<[string, string, DateOptions?]>([
    ['2024-05-06', '2024-05-06'],
    ['2024/5/6', '2024-05-06'],
    ['2024.05.06', '2024-05-06'],
    ['２０２４／０５／０６', '2024-05-06'],
    ['20240506', '2024-05-06'],
    ['2024-05-06 13:45', '2024-05-06'],
    ['2024-05-06T13:45:30.000Z', '2024-05-06'],
    ['2024年5月6日', '2024-05-06'],
    ['西元2024年5月6日', '2024-05-06'],
    ['2024年5月6日 下午3:20', '2024-05-06'],
    ['2024/5/6（月）', '2024-05-06'],
    ['民國113年5月6日', '2024-05-06'],
    ['中華民國113年5月6日', '2024-05-06'],
    ['民國 113 年 5 月 6 日', '2024-05-06'],
    ['民國113/5/6', '2024-05-06'],
    ['民國元年1月1日', '1912-01-01'],
    ['113年5月6日', '2024-05-06'],
    ['113/5/6', '2024-05-06'],
    ['113.5.6', '2024-05-06'],
    ['113-05-06', '2024-05-06'],
    ['１１３．５．６', '2024-05-06'],
    ['99/5/6', '2010-05-06', { calendar: 'roc' }],
    ['1130506', '2024-05-06', { calendar: 'roc' }],
    ['1130506', 'not_a_date'],
    ['99/5/6', 'year_of_two_digits'],
    ['令和6年5月6日', '2024-05-06'],
    ['令和元年5月1日', '2019-05-01'],
    ['R6.5.6', '2024-05-06'],
    ['H30/1/9', '2018-01-09'],
    ['昭和64年1月7日', '1989-01-07'],
    ['平成31年5月1日', 'not_a_date'],
    ['令和0年5月6日', 'not_a_date'],
    ['พ.ศ. 2567', 'date_without_day'],
    ['6 พ.ค. 2567', '2024-05-06'],
    ['6 พฤษภาคม พ.ศ. 2567', '2024-05-06'],
    ['วันที่ 6 พฤษภาคม 2567', '2024-05-06'],
    ['๖ พ.ค. ๒๕๖๗', '2024-05-06'],
    ['6/5/2567', 'date_ambiguous'],
    ['6/5/2567', '2024-05-06', { order: 'dmy' }],
    ['2567-05-06', '2024-05-06'],
    ['6 พ.ค. 67', 'year_of_two_digits'],
    ['6 พ.ค. 67', '2024-05-06', { calendar: 'buddhist' }],
    ['ngày 6 tháng 5 năm 2024', '2024-05-06'],
    ['6 tháng 5, 2024', '2024-05-06'],
    ['6/5/2024', 'date_ambiguous'],
    ['6/5/2024', '2024-05-06', { order: 'dmy' }],
    ['6/5/2024', '2024-06-05', { order: 'mdy' }],
    ['13/5/2024', '2024-05-13'],
    ['5/13/2024', '2024-05-13'],
    ['5.5.2024', '2024-05-05'],
    ['13/5/2024', 'not_a_date', { order: 'mdy' }],
    ['06/05/24', 'year_of_two_digits'],
    ['06/05/24', '2024-05-06', { order: 'dmy', calendar: 'gregorian' }],
    ['06/05/87', '1987-05-06', { order: 'dmy', calendar: 'gregorian' }],
    ['24/05/06', '2024-05-06', { order: 'ymd', calendar: 'gregorian' }],
    ['6 May 2024', '2024-05-06'],
    ['May 6, 2024', '2024-05-06'],
    ['6th May 2024', '2024-05-06'],
    ['06-MAY-2024', '2024-05-06'],
    ['2024-02-30', 'not_a_date'],
    ['2023年2月29日', 'not_a_date'],
    ['1900-02-29', 'not_a_date'],
    ['2024-05', 'date_without_day'],
    ['2024年5月', 'date_without_day'],
    ['5/2024', 'date_without_day'],
    ['May 2024', 'date_without_day'],
    ['12.5', 'not_a_date'],
    ['45418', 'not_a_date'],
    ['soon', 'not_a_date'],
    ['', 'not_a_date'],
    [`2024-05-06${' '.repeat(100)}`, 'not_a_date'],
  ])('%j is %s', (text, expected, options) => {
    expect(show(text, options)).toBe(expected)
  })

  test('of any day is the same day in each way to write it', () => {
    const day = fc.date({ min: new Date('1912-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10)
        const [year = 0, month = 0, dayOfMonth = 0] = iso.split('-').map(Number)
        const slashed = `${dayOfMonth}/${month}/${year}`
        const read = [
          show(`${year}年${month}月${dayOfMonth}日`),
          show(`民國${year - 1911}年${month}月${dayOfMonth}日`),
          show(slashed, { order: 'dmy' }),
          show(`${dayOfMonth}/${month}/${year + 543}`, { order: 'dmy', calendar: 'buddhist' }),
        ]
        // Without an order it is this day or none.
        expect([iso, 'date_ambiguous']).toContain(show(slashed))
        expect(read).toEqual([iso, iso, iso, iso])
      }),
    )
  })

  test('of any text is a day that there is, or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0123456789/.-年月日民國 พ.ศ')) }), (text) => {
        expect(show(text)).toMatch(/^(?:\d{4}-\d\d-\d\d|[a-z_]+)$/)
      }),
    )
  })
})

describe('the order of the dates of a column', () => {
  test.each<[string, readonly string[], object]>([
    [
      'is told by a day beyond the twelfth',
      ['03/05/2024', '25/03/2024'],
      { options: { order: 'dmy' }, isAmbiguous: false, isMixed: false },
    ],
    ['is told by a month first', ['3/5/2024', '3/25/2024'], { options: { order: 'mdy' }, isAmbiguous: false, isMixed: false }],
    ['is not known', ['3/5/2024', '4/5/2024'], { options: {}, isAmbiguous: true, isMixed: false }],
    ['is none where there are two', ['25/3/2024', '3/25/2024'], { options: {}, isAmbiguous: false, isMixed: true }],
    ['is that of Thai dates', ['3/5/2567', '4/5/2567'], { options: { calendar: 'buddhist', order: 'dmy' }, isAmbiguous: false }],
    ['is not needed for years of the Republic of China', ['113/5/6', '99/12/1'], { options: { calendar: 'roc' }, count: 2 }],
  ])('%s', (_name, texts, expected) => {
    expect(guessDates(texts)).toMatchObject(expected)
  })
})
