import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTemplate, renderTemplate, listReferences, type LookUp } from './template.ts'

const values: Record<string, string> = { 'start.question': 'why?', 'llm_1.text': '{{start.question}}' }
const lookUp: LookUp = ({ nodeId, field }) => values[`${nodeId}.${field}`]

describe('a template', () => {
  test('looks up fields of nodes', () => {
    expect(renderTemplate('Asked: {{start.question}} / {{ start.question }}!', lookUp)).toBe('Asked: why? / why?!')
  })

  test('never evaluates looked-up text', () => {
    expect(renderTemplate('<{{llm_1.text}}>', lookUp)).toBe('<{{start.question}}>')
  })

  test.each(['${start.question}', '{start.question}', '{{start}}', '{{start.question', '{{ a.b.c }}', '{{1+1}}', '{{#if x}}', ''])(
    'leaves %j as the text it is',
    (text) => expect(renderTemplate(text, lookUp)).toBe(text),
  )

  test('lists its references', () => {
    expect(listReferences('{{a.b}} and {{c.d}}')).toEqual([
      { nodeId: 'a', field: 'b' },
      { nodeId: 'c', field: 'd' },
    ])
  })

  test('throws for a missing field', () => {
    expect(() => renderTemplate('{{llm_2.text}}', lookUp)).toThrow('{{llm_2.text}}')
  })

  test('keeps every other text as it is', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', '$', '.', 'a', '1', ' ', '\n', '布') })
    fc.assert(
      fc.property(text, (template) => {
        const shown = parseTemplate(template).map((part) => (typeof part === 'string' ? part : `{{${part.nodeId}.${part.field}}}`))
        expect(shown.join('')).toBe(template.replaceAll(/\{\{\s*([a-z]\w*\.[a-z]\w*)\s*\}\}/g, '{{$1}}'))
      }),
    )
  })
})
