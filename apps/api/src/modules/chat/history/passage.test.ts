import { describe, expect, test } from 'vitest'
import { readKeywords } from './keywords.ts'
import { cutPassage } from './passage.ts'

const cut = (content: string, keywords: string) => {
  const { passage, marks } = cutPassage(content, readKeywords(keywords))
  return { passage, found: marks.map(([from, to]) => passage.slice(from, to)) }
}

describe('the passage of a message', () => {
  test('is all of a short one, on one line', () => {
    expect(cut('# Looms\n\nA  loom\nhas heddles.', 'heddles loom')).toEqual({
      passage: 'Looms A loom has heddles.',
      found: ['Loom', 'loom', 'heddles'],
    })
  })

  test('is what its reader sees, with the keyword marked across its marks', () => {
    expect(cut('| fibre | note |\n| --- | --- |\n| **羊**毛 | shrinks [4] |', '羊毛')).toEqual({
      passage: 'fibre · note 羊毛 · shrinks',
      found: ['羊毛'],
    })
  })

  test('has the marks where the keyword is in them', () => {
    expect(cut('See [the study](https://a.example/felt).', 'example')).toEqual({
      passage: 'See [the study](https://a.example/felt).',
      found: ['example'],
    })
  })

  test('is about 160 characters around the first keyword, cut between words', () => {
    const words = Array.from({ length: 200 }, (_, number) => `thread${number}`).join(' ')
    const { passage, found } = cut(`${words} heddle ${words}`, 'heddle')
    expect(passage).toMatch(/^…(thread\d+ )+heddle( thread\d+)+…$/)
    expect(passage.length).toBeGreaterThan(120)
    expect(passage.length).toBeLessThan(190)
    expect(found).toEqual(['heddle'])
  })

  test('stands in the middle of a line of 32,000 characters without spaces', () => {
    const line = `${'織物'.repeat(8_000)}綜絖${'織物'.repeat(8_000)}`
    const { passage, found } = cut(line, '綜絖')
    expect(passage).toMatch(/^….*綜絖.*…$/u)
    expect(passage.length).toBeLessThan(190)
    expect(found).toEqual(['綜絖'])
  })

  test.each([
    ['Thai', 'ผ้าฝ้ายที่ทอด้วยมือในหมู่บ้านนี้มีความแข็งแรงมาก'.repeat(20), 'ผ้าไหม'],
    ['emoji', '👩‍👩‍👧‍👦🧵'.repeat(60), 'silk'],
    ['Vietnamese in pieces', 'vải lụa tơ tằm '.repeat(40).normalize('NFD'), 'sợi'],
  ])('never cuts through a character of %s', (_, filler, keyword) => {
    const graphemes = new Set([...new Intl.Segmenter().segment(filler)].map(({ segment }) => segment))
    const { passage, found } = cut(`${filler} ${keyword} ${filler}`, keyword)
    expect(found).toEqual([keyword])
    const around = passage.replaceAll('…', '').replace(keyword, '')
    for (const { segment } of new Intl.Segmenter().segment(around)) expect([...graphemes, ' ']).toContain(segment)
  })

  test('begins at the first line that has one', () => {
    expect(cut(`${'Nothing here.\n'.repeat(100)}The weft.\n${'More.\n'.repeat(100)}`, 'weft').passage).toMatch(/^….*The weft\. More\..*…$/)
  })

  test('is the beginning of a text in which none is', () => {
    expect(cut('The warp.', 'weft')).toEqual({ passage: 'The warp.', found: [] })
  })
})
